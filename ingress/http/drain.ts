import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { RequestHandler, Response } from "express";

/** How long an idle connection may take to complete a request. */
const QUIET_MS = 1_000;

export type Drain = {
  /** Whether this process is about to shut down: it is no longer ready, but still accepts requests. */
  readonly announced: boolean;
  /** Whether this process is shutting down. */
  readonly started: boolean;
  /** How many requests are in flight, streams included. */
  inFlight(): number;
  /** Calls `listener` on shutdown, so that streams can end. */
  onStart(listener: () => void): void;
  /** Counts the requests in flight. */
  middleware: RequestHandler;
  /**
   * Keeps accepting requests for `noticeMs`, while balancers notice that the process is not ready. Then stops `server`
   * from accepting new connections, waits for the requests in flight, and closes all connections: one second after the
   * last request, or after `withinMs` at the latest.
   */
  close(server: Server, limits: { noticeMs: number; withinMs: number }): Promise<void>;
};

/** Ends a server without dropping requests. */
export function createDrain(): Drain {
  const inFlight = new Set<Response>();
  const listeners: (() => void)[] = [];
  let announced = false;
  let started = false;

  // The client must not send another request on this connection.
  const closeAfter = (response: Response) => {
    if (!response.headersSent) response.setHeader("connection", "close");
  };
  const quiet = async () => {
    let busy = Date.now();
    while (Date.now() - busy < QUIET_MS) {
      await sleep(20);
      if (inFlight.size > 0) busy = Date.now();
    }
  };

  return {
    get announced() {
      return announced;
    },
    get started() {
      return started;
    },
    inFlight: () => inFlight.size,
    onStart(listener) {
      listeners.push(listener);
    },
    middleware(_request, response, next) {
      inFlight.add(response);
      response.once("close", () => inFlight.delete(response));
      if (announced) closeAfter(response);
      next();
    },
    async close(server, { noticeMs, withinMs }) {
      announced = true;
      inFlight.forEach(closeAfter);
      await sleep(noticeMs);
      started = true;
      for (const listener of listeners) listener();
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.race([closed, quiet(), sleep(withinMs)]);
      server.closeAllConnections();
      await closed;
    },
  };
}
