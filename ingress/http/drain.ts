import { setTimeout as sleep } from "node:timers/promises";
import type { RequestHandler, Response } from "express";

export type Drain = {
  /** True from the moment on that this process takes its leave. */
  readonly started: boolean;
  start(): void;
  /** Calls `listener` when this process takes its leave: for what would otherwise stay in flight for as long as it can. */
  onStart(listener: () => void): void;
  /** Resolves when no request has been in flight for so many milliseconds on end. */
  quietFor(milliseconds: number): Promise<void>;
  /** Tells clients on kept-alive connections, those of requests in flight included, to send no more here. */
  middleware: RequestHandler;
};

/** Keeps track of the requests in flight, for a process that is to take its leave without dropping any. */
export function createDrain(): Drain {
  const inFlight = new Set<Response>();
  const listeners: (() => void)[] = [];
  let started = false;
  const sayGoodbye = (response: Response) => {
    if (!response.headersSent) response.setHeader("connection", "close");
  };

  return {
    get started() {
      return started;
    },
    start() {
      started = true;
      inFlight.forEach(sayGoodbye);
      for (const listener of listeners) listener();
    },
    onStart(listener) {
      listeners.push(listener);
    },
    async quietFor(milliseconds) {
      let busy = Date.now();
      while (Date.now() - busy < milliseconds) {
        await sleep(20);
        if (inFlight.size > 0) busy = Date.now();
      }
    },
    middleware(_request, response, next) {
      inFlight.add(response);
      response.once("close", () => inFlight.delete(response));
      if (started) sayGoodbye(response);
      next();
    },
  };
}
