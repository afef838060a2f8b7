import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { destination } from "./destination.ts";
import { serve } from "../../fork-program.ts";

/** All counterparties in one process: the bank of live money, and the merchants' webhook receivers. */
const server = createServer(async (incoming, response) => {
  const sent = await text(incoming);
  if (incoming.url!.startsWith("/hooks/")) return void response.writeHead(200).end();
  const { reference } = (sent === "" ? {} : JSON.parse(sent)) as { reference?: string };
  const reply = incoming.url!.endsWith("/transfers")
    ? { reference, status: "succeeded" }
    : { accountName: destination.accountName };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
});

serve({
  run: async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
});
