import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

// The server of an `npm start` that was just killed needs a moment to finish its requests and release the port.
const PATIENCE_MS = 2_000;

/** Raises an Error when `port` of `host` cannot be listened on; `instead` is the command that chooses another one. */
export async function requireFreePort(
  host: string,
  port: number,
  instead = `PORT=${port + 1} npm start`,
): Promise<void> {
  for (const start = Date.now(); ; await sleep(100)) {
    const server = createServer();
    try {
      server.listen(port, host);
      await once(server, "listening");
      server.close();
      await once(server, "close");
      return;
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      if (code === "EADDRINUSE" && Date.now() - start < PATIENCE_MS) continue;
      const reason = code === "EADDRINUSE" ? "is already in use" : `cannot be listened on (${code})`;
      throw new Error(`Port ${port} of ${host} ${reason}. Choose another one: ${instead}`, {
        cause,
      });
    }
  }
}
