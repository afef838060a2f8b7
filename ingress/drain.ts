import type { RequestHandler, Response } from "express";

export type Drain = {
  /** True from the moment on that this process takes its leave. */
  readonly started: boolean;
  start(): void;
  /** Tells clients on kept-alive connections, those of requests in flight included, to send no more here. */
  middleware: RequestHandler;
};

export function createDrain(): Drain {
  const inFlight = new Set<Response>();
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
    },
    middleware(_request, response, next) {
      inFlight.add(response);
      response.once("close", () => inFlight.delete(response));
      if (started) sayGoodbye(response);
      next();
    },
  };
}
