import type { Request, RequestHandler } from "express";
import { parseOrigin } from "../../sql/checkout/origin.ts";
import { findCheckoutLink } from "../../sql/checkout/checkout.ts";
import type { ProcessContext } from "../context.ts";
import { slug } from "../payment-links/slug.ts";
import { problemStatuses } from "../http/problems.ts";
import { databaseFor } from "../http/request-database.ts";
import { sendText } from "../http/serve-text.ts";
import { toCheckoutLink } from "./checkout-link.ts";
import { pageFacts, type Assets, type PageRenderer } from "./page-renderer.ts";

/** Everything comes from us, the page itself contains no script or style, and no script turns text into markup. */
export const checkoutPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/**
 * GET /pay/{slug}: the hosted checkout of a payment link. Only pages of its merchant's registered origins may embed it;
 * the header names only the requesting one. The page talks to the embedding one only if that gives a registered
 * `origin` and the `nonce` of this opening.
 */
export function showPage(
  { config, pools }: Pick<ProcessContext, "config" | "pools">,
  renderer: PageRenderer,
  assets: Assets,
): RequestHandler {
  return async (request, response) => {
    const named = slug.safeParse(request.params["slug"]);
    const database = databaseFor(pools.reads, request, response);
    const link = named.success ? await findCheckoutLink(database, named.data) : null;
    const origins = (link?.origins ?? []).filter((origin) => parseOrigin(origin) === origin);
    response.removeHeader("x-frame-options");
    response.set({
      "content-security-policy": [...checkoutPolicy, `frame-ancestors ${ancestorOf(request, origins)}`].join(
        "; ",
      ),
      // Cross-origin-isolated pages of merchants may embed it too: frame-ancestors restricts which.
      "cross-origin-resource-policy": "cross-origin",
      "cross-origin-embedder-policy": "require-corp",
      "cache-control": "no-store",
      "content-type": "text/html; charset=utf-8",
    });
    if (link === null) {
      response.status(problemStatuses.NOT_FOUND);
      return sendText(request, response, renderer.renderUnknownPage(assets));
    }

    const { origin, nonce } = request.query;
    const isEmbedded =
      typeof origin === "string" &&
      origins.includes(origin) &&
      typeof nonce === "string" &&
      /^[\w-]{16,64}$/.test(nonce);
    const embedding = isEmbedded ? { parentOrigin: origin, nonce } : undefined;
    const facts = pageFacts(toCheckoutLink(link), embedding, config.leastLive.collection);
    sendText(request, response, renderer.renderPage(facts, assets));
  };
}

/**
 * The origin that may embed this response, if it is registered: the embedding page's `origin`, or else its Referer. A
 * page that is opened on its own sends neither and needs none.
 */
function ancestorOf(request: Request, registered: string[]): string {
  const asking = request.query["origin"] ?? URL.parse(request.get("referer") ?? "")?.origin;
  return registered.find((origin) => origin === asking) ?? "'none'";
}
