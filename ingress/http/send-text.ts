import { gzipSync } from "node:zlib";
import type { Request, Response } from "express";

/** Ends an answer with a text, compressed where the caller takes that; `compressed` where that has been done already. */
export function sendText(request: Request, response: Response, text: string, compressed?: Buffer): void {
  response.vary("accept-encoding");
  if (request.acceptsEncodings("gzip") !== "gzip") return void response.end(text);
  response.setHeader("content-encoding", "gzip");
  response.end(compressed ?? gzipSync(text));
}
