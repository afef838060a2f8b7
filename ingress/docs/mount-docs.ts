import { join } from "node:path";
import express, { type Express, type RequestHandler } from "express";
import { problemStatuses } from "../http/problems.ts";
import { readOnly } from "../http/refuse-other-methods.ts";
import { nameAs } from "../http/mount-route.ts";
import { preferCompressed } from "../http/prefer-compressed.ts";
import { builtDocs, compressedTypes, readBuild, type DocsBuild } from "./read-build.ts";

const A_YEAR = 31_536_000;

/**
 * Serves the documentation site at /docs from `folder`, where `npm run build` puts it, with each page as Markdown
 * (/docs/merchants/api.md), which /llms.txt lists for programs that read. It needs no key. Until the site
 * is built, every page is a 503 that says so; a build needs no restart. `limit` refuses clients that load too many
 * files.
 */
export function mountDocs(app: Express, limit: RequestHandler, folder = builtDocs): void {
  const files = join(folder, "site");
  const serveFile = express.static(files, {
    cacheControl: false,
    setHeaders: (response, path) => {
      // Names below _astro carry a hash of what is in the file.
      const isHashed = path.startsWith(join(files, "_astro"));
      response.set("cache-control", isHashed ? `public, max-age=${A_YEAR}, immutable` : "no-cache");
    },
  });
  const handlers = [
    requireBuild(folder),
    toPage,
    preferCompressed(compressedTypes, ["gzip"]),
    serveFile,
    showNotFound(files),
  ];
  app.use("/llms.txt", nameAs("/llms.txt"), limit, readOnly, (_request, response) => {
    response.redirect(301, "/docs/llms.txt");
  });
  app.use("/docs", nameAs("/docs"), limit, express.Router().use(readOnly, oneSlash, ...handlers));
}

/** Rewrites a request for a folder to its page. */
const toPage: RequestHandler = (request, _response, next) => {
  request.url = request.path.endsWith("/") ? `${request.path}index.html` : request.path;
  next();
};

/** From /docs// a page's links and styles would lead nowhere. */
const oneSlash: RequestHandler = (request, response, next) => {
  const [path = "", ...query] = request.originalUrl.split("?");
  if (!path.includes("//") || path.includes("..")) return next();
  response.redirect(301, [path.replaceAll(/\/{2,}/g, "/"), ...query].join("?"));
};

function requireBuild(folder: string): RequestHandler {
  return async (_request, response, next) => {
    const build = await readBuild(folder);
    if (build !== undefined) {
      response.set("content-security-policy", policyOf(build));
      return next();
    }
    response
      .status(problemStatuses.SERVICE_UNAVAILABLE)
      .set({ "retry-after": "60", "cache-control": "no-store" })
      .type("text/plain")
      .send(
        "The documentation is not built yet. Build it in the service's folder with:\n\n  npm run build\n",
      );
  };
}

/**
 * Everything comes from this service. Search (Pagefind) runs WebAssembly; highlighted code has colours in style
 * attributes.
 */
function policyOf({ inlineScripts }: DocsBuild): string {
  return [
    "default-src 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...inlineScripts].join(" "),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function showNotFound(files: string): RequestHandler {
  return (_request, response, next) => {
    // preferCompressed has set it, for a compressed copy that is not there.
    response.removeHeader("content-encoding");
    response.removeHeader("content-type");
    response.status(problemStatuses.NOT_FOUND).set("cache-control", "no-cache");
    response.sendFile("404.html", { root: files, cacheControl: false }, (error) => {
      if (error) next(error);
    });
  };
}
