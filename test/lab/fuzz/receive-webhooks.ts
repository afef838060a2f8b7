import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Receiver = { url: string; close: () => void };

/** Takes every webhook that it is sent, so that none has to be sent again. */
export async function receiveWebhooks(): Promise<Receiver> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.end());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
