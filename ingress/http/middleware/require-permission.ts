import type { RequestHandler } from "express";
import { noMerchant, refuseWithout } from "./authenticate-session.ts";
import { Problem } from "../problems.ts";
import type { SessionAccess } from "../route.ts";
import { PROOF_MS, sessionOf } from "../session.ts";

/**
 * Names the merchant that a page shows: another tab may have changed the session's meanwhile. A link, which sends no
 * headers, has it in its query. In a response, the data's merchant: a page loads its first data before it knows its
 * merchant.
 */
const PAGES_MERCHANT = "x-merchant";

/** Refuses people without the route's requirements: see SessionAccess. */
export function requirePermission({ permission, stepUp }: SessionAccess): RequestHandler {
  return (request, response, next) => {
    const { environment } = request.params;
    const { isReviewer, merchantId, merchant, role, provedAt } = sessionOf(response);
    if (permission === "review" && !isReviewer) {
      throw new Problem("ROLE_INSUFFICIENT", "Only platform reviewers can do this.");
    }
    if (permission !== "review" && permission !== "person") {
      if (merchantId === null || role === null) throw noMerchant();
      if ((request.get(PAGES_MERCHANT) ?? request.query[PAGES_MERCHANT] ?? merchant) !== merchant) {
        throw new Problem("MERCHANT_CHANGED", "You've switched to another business. Reload the page.");
      }
      // A file that is sent in parts is checked again after its first one.
      if (!response.headersSent) response.set(PAGES_MERCHANT, merchant!);
      refuseWithout(permission, role, String(environment));
    }
    const mustProve = stepUp === "live" ? environment === "live" : stepUp;
    if (mustProve && provedAt < Date.now() - PROOF_MS) {
      throw new Problem("STEP_UP_REQUIRED", "Confirm it's you, then send the request again.");
    }
    next();
  };
}
