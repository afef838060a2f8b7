import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Express } from "express";

/**
 * Listens only on the two addresses that localhost can mean: 127.0.0.1, to which webhooks are sent, and ::1. Raises if
 * the port is taken.
 */
export async function listenOnLocalhost(app: Express, port: number): Promise<Server[]> {
  const servers: Server[] = [];
  for (const host of ["127.0.0.1", "::1"]) {
    const server = createServer(app).listen(port, host);
    try {
      await once(server, "listening");
      servers.push(server);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      // A machine without IPv6.
      if (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT") continue;
      for (const other of servers) other.close();
      throw new Error(
        `Port ${port}, where the shop is and webhooks go, cannot be had (${code}): stop what listens there.`,
        { cause },
      );
    }
  }
  return servers;
}
