import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that Linux (from 32768), macOS and Windows (from 49152) use for outgoing connections. */
const [LOWEST, HIGHEST] = [10_000, 32_000];

/**
 * Returns a TCP port of 127.0.0.1 on which nothing listens. Not one for outgoing connections: such a connection could
 * take it before the caller listens.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return false;
    throw error;
  }
  server.close();
  await once(server, "close");
  return true;
}
