import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";

/** An ingress that takes the address where browsers reach it for its own, as passkeys and links in mails need it. */
export async function startReachableIngress(
  databaseUrl: string,
  overrides: Parameters<typeof startTestIngress>[1] = {},
) {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  const publicUrl = `http://localhost:${port}`;
  return { publicUrl, ...(await startTestIngress(databaseUrl, { ...overrides, port, publicUrl })) };
}
