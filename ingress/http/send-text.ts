import { gzipSync } from "node:zlib";
import type { Request, Response } from "express";

/**
 * Sends a text, gzipped if the caller accepts that. `compressed` is the text gzipped already. With an ETag on the
 * response, Express sends 304 to a caller that has the text.
 */
export function sendText(request: Request, response: Response, text: string, compressed?: Buffer): void {
  response.vary("accept-encoding");
  if (request.acceptsEncodings("gzip") !== "gzip") return void response.send(text);
  response.setHeader("content-encoding", "gzip");
  response.send(compressed ?? gzipSync(text));
}
