import type { Express, RequestHandler } from "express";
import type { ProcessContext } from "../context.ts";
import type { Limits } from "../http/limits/create-limits.ts";
import { mountGet, mountRoutes } from "../http/mount-route.ts";
import type { Route } from "../http/route.ts";
import { serveText } from "../http/serve-text.ts";
import type { BuiltFile, BuiltFiles } from "./read-built-files.ts";
import { getLinkState } from "./get-link-state.ts";
import { getSession } from "./get-session.ts";
import { simulateTransfer } from "./simulate-transfer.ts";
import { startSession } from "./start-session.ts";
import { showPage } from "./show-page.ts";
import { streamSession } from "./stream-session.ts";

/** The routes that only the checkout page and the widget call, so that the API's description leaves them out. */
export const checkoutRoutes: Route[] = [getLinkState, startSession, getSession, simulateTransfer];

const SEVEN_DAYS = 604_800;
const FOR_EVER = 31_536_000;

/** Serves the hosted checkout with everything it loads and calls, and the script that opens it on merchants' sites. */
export function mountCheckout(
  app: Express,
  context: ProcessContext,
  limits: Limits,
  { script, stylesheet, renderer, released, majors }: BuiltFiles,
): void {
  const paths = { script: `/checkout/${script.name}`, stylesheet: `/checkout/${stylesheet.name}` };

  const busyPage = renderer.renderBusyPage(paths);

  const showCheckout = showPage(context, renderer, paths);
  mountGet(app, "/pay/:slug", showProblemsAs(busyPage), limits.byAddress.checkout, showCheckout);
  mountGet(app, "/pay/:slug/session/events", limits.byAddress.checkout, streamSession(context));
  mountRoutes(app, checkoutRoutes, context, limits);

  // Browsers request an icon automatically. The page represents the merchant, so it does not show our icon.
  mountGet(app, "/favicon.ico", (_request, response) => {
    response.set("cache-control", `public, max-age=${SEVEN_DAYS}`).status(204).end();
  });
  serveBuiltFile(app, "js", script);
  serveBuiltFile(app, "css", stylesheet);
  // A script that is not released is not served by its exact version: merchants could pin bytes that will change.
  for (const { version, text } of released) serveWidget(app, version, text);
  for (const [major, text] of majors) serveWidget(app, major, text);
}

/** Serves merchants' pages the script under a version: an exact one, whose bytes never change, or a major one. */
function serveWidget(app: Express, version: string, text: string): void {
  const headers = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };
  const cacheControl = `public, max-age=${SEVEN_DAYS}`;
  mountGet(
    app,
    `/@service/js@${version}`,
    serveText({ contentType: contentTypes.js, text: () => text, cacheControl, headers }),
  );
}

/** Errors of pages are pages too, not JSON. */
function showProblemsAs(page: string): RequestHandler {
  return (_request, response, next) => {
    response.locals.problemPage = page;
    next();
  };
}

const contentTypes = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8" };

/**
 * Serves one of the page's files. During a deploy, a page of another version may request its own file here. It gets
 * this one, which works too, but must not be cached under that name.
 */
function serveBuiltFile(app: Express, kind: keyof typeof contentTypes, { name, text }: BuiltFile): void {
  const file = { contentType: contentTypes[kind], text: () => text };
  const immutable = `public, max-age=${FOR_EVER}, immutable`;
  mountGet(app, `/checkout/${name}`, serveText({ ...file, cacheControl: immutable }));
  mountGet(app, `/checkout/:name.${kind}`, serveText({ ...file, cacheControl: "no-store" }));
}
