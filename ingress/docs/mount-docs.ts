import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Express, RequestHandler } from "express";
import { hasAlready } from "../mount-route.ts";
import { buildOpenapi } from "../openapi/build-openapi.ts";
import type { Route } from "../route.ts";
import { renderPage } from "./render-page.ts";

/** The page loads its own stylesheet and nothing else, from nowhere else. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Serves the API's description: /openapi.json for machines, /docs for people. They are no answers of the API, so there is
 * no envelope around them, and they take no key.
 */
export function mountDocs(app: Express, routes: Record<string, Route>, publicUrl: string): void {
  const document = buildOpenapi(routes, publicUrl);
  const stylesheet = readFileSync(new URL("docs.css", import.meta.url), "utf8");

  app.get(
    "/openapi.json",
    serve("application/json; charset=utf-8", JSON.stringify(document), {
      // It holds nothing that is not public, and tools that run in browsers read it.
      "access-control-allow-origin": "*",
    }),
  );
  app.get(
    "/docs",
    serve("text/html; charset=utf-8", renderPage(document), {
      "content-security-policy": contentSecurityPolicy,
    }),
  );
  app.get("/docs/docs.css", serve("text/css; charset=utf-8", stylesheet));
}

/** Answers with a text that stays the same while this process runs, or with 304 to those who have it. */
function serve(contentType: string, text: string, headers: Record<string, string> = {}): RequestHandler {
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  return (request, response) => {
    response.locals.routePath = request.route.path;
    response.set({ ...headers, etag, "cache-control": "public, max-age=300", "content-type": contentType });
    if (hasAlready(request, etag)) return void response.status(304).end();
    response.end(text);
  };
}
