import type { Response } from "express";

/** Begins server-sent events, and sends the headers of the response. */
export function openEventStream(response: Response): void {
  response.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    // nginx and similar proxies would hold the response back until it ends.
    "x-accel-buffering": "no",
  });
  response.flushHeaders();
}

/** Writes to a stream. A client that does not read is disconnected; it will reconnect. */
export function writeEvents(response: Response, text: string): void {
  response.write(text);
  if (response.writableNeedDrain) response.destroy();
}
