import type { Express, RequestHandler } from "express";
import { mountGet } from "../http/mount-route.ts";
import { serveText } from "../http/serve-text.ts";
import type { Document } from "./document.ts";

/** Serves the OpenAPI document at /openapi.json, without a key and without the response envelope. */
export function serveOpenapi(app: Express, build: () => Document, limit: RequestHandler): void {
  const serve = serveText({
    contentType: "application/json; charset=utf-8",
    text: () => JSON.stringify(build()),
    cacheControl: "public, max-age=300",
    // Tools that run in browsers read it, and it contains nothing private.
    headers: { "access-control-allow-origin": "*" },
  });
  mountGet(app, "/openapi.json", limit, serve);
}
