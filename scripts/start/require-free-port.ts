import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

// A server that was just killed needs a moment to finish its requests and release the port.
const PATIENCE_MS = 2_000;

/** Errors of a machine without IPv6. */
const withoutIpv6 = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);

/**
 * Raises an Error if `port` of `host` is taken; `instead` is the command that chooses another one. With 127.0.0.1, the
 * same port of ::1 must be free too: browsers try it first for http://localhost, and would find another program.
 */
export async function requireFreePort(
  host: string,
  port: number,
  instead = `PORT=${port + 1} npm start`,
): Promise<void> {
  await requireFree(host, port, instead);
  if (host !== "127.0.0.1") return;
  await requireFree("::1", port, instead).catch((error: Error) => {
    const { code = "" } = error.cause as NodeJS.ErrnoException;
    if (!withoutIpv6.has(code)) throw error;
  });
}

async function requireFree(host: string, port: number, instead: string): Promise<void> {
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
      const inUse = `is already in use${host === "::1" ? ", where browsers look for http://localhost first" : ""}`;
      const reason = code === "EADDRINUSE" ? inUse : `cannot be listened on (${code})`;
      throw new Error(`Port ${port} of ${host} ${reason}. Choose another one: ${instead}`, {
        cause,
      });
    }
  }
}
