import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Request, RequestHandler, Response } from "express";

type Text = {
  contentType: string;
  text: () => string;
  cacheControl: string;
  headers?: Record<string, string>;
};

/**
 * Serves a text that does not change while this process runs, gzipped if the caller accepts that; 304 if the caller has
 * it already. The first request makes the text, its gzipped form and their tag, so that startup need not wait for them,
 * and later requests hash and compress nothing: Express would hash the text each time.
 */
export function serveText({ contentType, text, cacheControl, headers = {} }: Text): RequestHandler {
  let made: { body: string; etag: string; compressed: Buffer } | undefined;
  return (request, response) => {
    const { body, etag, compressed } = (made ??= make(text()));
    response.set({ ...headers, etag, "cache-control": cacheControl, "content-type": contentType });
    sendText(request, response, body, compressed);
  };
}

function make(body: string) {
  // Weak: the same tag for the text and its compressed form.
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  return { body, etag, compressed: gzipSync(body, { level: 9 }) };
}

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
