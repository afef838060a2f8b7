import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { RequestHandler } from "express";
import { sendText } from "./send-text.ts";

type Text = { contentType: string; text: string; cacheControl: string; headers?: Record<string, string> };

/**
 * Serves a text that does not change while this process runs, gzipped if the caller accepts that; 304 if the caller
 * has it already.
 */
export function serveText({ contentType, text, cacheControl, headers = {} }: Text): RequestHandler {
  // Weak: the same tag for the text and its compressed form.
  const etag = `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  const compressed = gzipSync(text, { level: 9 });
  return (request, response) => {
    response.set({ ...headers, etag, "cache-control": cacheControl, "content-type": contentType });
    if (request.fresh) return void response.status(304).end();
    sendText(request, response, text, compressed);
  };
}
