import { readFileSync } from "node:fs";
import type { Express } from "express";
import { buildOpenapi } from "../openapi/build-openapi.ts";
import { nameRoute } from "../http/mount-route.ts";
import type { Route } from "../http/route.ts";
import { serveText } from "../http/serve-text.ts";
import type { DescribedService } from "./checkout-guide.ts";
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
export function mountDocs(app: Express, routes: Record<string, Route>, service: DescribedService): void {
  const document = buildOpenapi(routes, service.publicUrl);
  const stylesheet = readFileSync(new URL("docs.css", import.meta.url), "utf8");

  const cacheControl = "public, max-age=300";
  app.get(
    "/openapi.json",
    nameRoute,
    serveText({
      contentType: "application/json; charset=utf-8",
      text: JSON.stringify(document),
      cacheControl,
      // It holds nothing that is not public, and tools that run in browsers read it.
      headers: { "access-control-allow-origin": "*" },
    }),
  );
  app.get(
    "/docs",
    nameRoute,
    serveText({
      contentType: "text/html; charset=utf-8",
      text: renderPage(document, service),
      cacheControl,
      headers: { "content-security-policy": contentSecurityPolicy },
    }),
  );
  app.get(
    "/docs/docs.css",
    nameRoute,
    serveText({ contentType: "text/css; charset=utf-8", text: stylesheet, cacheControl }),
  );
}
