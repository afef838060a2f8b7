import { gzipSync } from "node:zlib";
import type { Request, Response } from "express";

/** Ends a response with a text, gzipped if the caller accepts that. `compressed` is the text gzipped already. */
export function sendText(request: Request, response: Response, text: string, compressed?: Buffer): void {
  response.vary("accept-encoding");
  if (request.acceptsEncodings("gzip") !== "gzip") return void response.end(text);
  response.setHeader("content-encoding", "gzip");
  response.end(compressed ?? gzipSync(text));
}
