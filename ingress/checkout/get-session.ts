import { z } from "zod";
import { showCheckoutSession } from "../../sql/checkout/checkout.ts";
import { slug } from "../payment-links/slug.ts";
import { orNotFound } from "../http/problems.ts";
import { publicRoute } from "../http/route.ts";
import { hashSessionToken, sessionHeaders } from "./session-token.ts";
import { checkoutSession, showSession } from "./session.ts";

/** The state of a payer's session. The page polls this while it has no stream of changes. */
export const getSession = publicRoute({
  method: "get",
  path: "/pay/:slug/session",
  summary: "Get a checkout session",
  addressLimit: "checkout",
  request: { params: z.object({ slug }), headers: sessionHeaders },
  success: { status: 200, data: checkoutSession },
  errors: ["AUTH_REQUIRED", "NOT_FOUND"],
  handler: async ({ params, headers }, { database }) => {
    const found = orNotFound(await showCheckoutSession(database, params.slug, hashSessionToken(headers)));
    return { data: showSession(found.session) };
  },
});
