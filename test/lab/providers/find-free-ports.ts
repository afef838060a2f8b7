import { once } from "node:events";
import { createServer } from "node:net";
import { findFreePort } from "../../../scripts/postgres/find-free-port.ts";

/** The first of `count` consecutive free ports of this machine. */
export async function findFreePorts(count: number): Promise<number> {
  for (;;) {
    const first = await findFreePort();
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  const isListening = await once(server, "listening").then(
    () => true,
    () => false,
  );
  server.close();
  return isListening;
}
