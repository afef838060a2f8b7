import { readFileSync } from "node:fs";
import type { Express } from "express";
import type { Document } from "../openapi/document.ts";
import { nameRoute } from "../http/mount-route.ts";
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

/** Serves the API's description for people at /docs. It takes no key. */
export function mountDocs(app: Express, document: Document, service: DescribedService): void {
  const stylesheet = readFileSync(new URL("docs.css", import.meta.url), "utf8");

  const cacheControl = "public, max-age=300";
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
