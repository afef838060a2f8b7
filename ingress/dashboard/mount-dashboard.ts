import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import express, { type Express, type RequestHandler } from "express";
import { nameAs } from "../http/mount-route.ts";
import { preferCompressed } from "../http/prefer-compressed.ts";
import { problemStatuses } from "../http/problems.ts";
import { readOnly } from "../http/refuse-other-methods.ts";
import { sessionCookie } from "../http/session.ts";
import { sendText } from "../http/serve-text.ts";
import { preloadLinks, type Preloads } from "./preloads.ts";

/** Where `npm run build` puts the dashboard. */
const builtDashboard = fileURLToPath(new URL("../../widget/dashboard/dist", import.meta.url));

const A_YEAR = 31_536_000;

/**
 * Everything comes from us; the page contains only the script that reports why it does not start, no style, and no text
 * becomes markup or script. `inlineScripts` are the hashes of the page's own.
 */
const policyFor = (inlineScripts: string[]) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...inlineScripts].join(" "),
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");

/**
 * Serves the dashboard from `folder`: its files below /dashboard/assets, and its one page at every other path except
 * those of its API. It needs no session; its data comes from the API. Until it is built, its pages are a 503 that says
 * so; a build needs no restart. `limit` refuses clients that load too many files.
 */
export function mountDashboard(app: Express, limit: RequestHandler, folder = builtDashboard): void {
  const serveAsset = express.static(join(folder, "assets"), {
    cacheControl: false,
    index: false,
    redirect: false,
    // Their names carry a hash of what is in them.
    setHeaders: (response) => {
      response.set("cache-control", `public, max-age=${A_YEAR}, immutable`);
      // The policy has no effect on scripts and stylesheets, and is longer than some of them.
      response.removeHeader("content-security-policy");
    },
  });
  const compressed = preferCompressed([".js", ".css", ".svg"], ["br", "gzip"]);
  const assets = [nameAs("/dashboard/assets"), readOnly, limit, compressed, serveAsset, noAsset];
  app.use("/dashboard/assets", ...assets);
  const page = [nameAs("/dashboard"), readOnly, limit, showPage(folder)];
  app.use("/dashboard", ...page.map(exceptApi));
}

function exceptApi(handler: RequestHandler): RequestHandler {
  return (request, response, next) =>
    // Express ignores the case of paths, too.
    /^\/api(\/|$)/i.test(request.path) ? next() : handler(request, response, next);
}

const noAsset: RequestHandler = (_request, response) => {
  // preferCompressed has set it, for a compressed copy that is not there.
  response.removeHeader("content-encoding");
  response
    .status(problemStatuses.NOT_FOUND)
    .set("cache-control", "no-store")
    .type("text/plain")
    .send("Not found\n");
};

function showPage(folder: string): RequestHandler {
  return async (request, response) => {
    response.set("cache-control", "no-store");
    const built = await readBuild(folder);
    if (built === undefined) {
      response.status(problemStatuses.SERVICE_UNAVAILABLE).set("retry-after", "60").type("text/plain");
      response.send(
        "The dashboard is not built yet. Build it in the service's folder with:\n\n  npm run build\n",
      );
      return;
    }
    const policy = policyFor(hashInlineScripts(built.page));
    response.set({ "content-security-policy": policy, "content-type": "text/html; charset=utf-8" });
    // For browsers that do not know frame-ancestors.
    response.set("x-frame-options", "DENY");
    const hasSession = sessionCookie.read(request.get("cookie")) !== undefined;
    const links = preloadLinks(built.preloads, request.path, {
      hasSession,
      // A filtered list loads other data.
      hasFilters: request.url.includes("?"),
    });
    const page = built.page
      .replace("</head>", `${links}</head>`)
      // Then the page does not load the session (widget/dashboard/api/session.ts).
      .replace("<html ", hasSession ? "<html " : '<html data-session="none" ');
    sendText(request, response, inChosenTheme(page, request.get("cookie")));
  };
}

/** The page's inline scripts, as its policy names them. */
function hashInlineScripts(page: string): string[] {
  const scripts = page.matchAll(/<script>([^]*?)<\/script>/g);
  return [...scripts].map(([, text]) => `'sha256-${createHash("sha256").update(text!).digest("base64")}'`);
}

async function readBuild(folder: string): Promise<{ page: string; preloads: Preloads } | undefined> {
  const read = (name: string) => readFile(join(folder, name), "utf8");
  try {
    return { page: await read("index.html"), preloads: JSON.parse(await read("preloads.json")) as Preloads };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * The page in the theme that the person chose (widget/dashboard/shell/theme.ts), so that the other never flashes up.
 */
function inChosenTheme(page: string, cookies = ""): string {
  const theme = /(?:^|; )dashboard-theme=(light|dark)(?:;|$)/.exec(cookies)?.[1];
  return theme === undefined ? page : page.replace("<html ", `<html data-theme="${theme}" `);
}
