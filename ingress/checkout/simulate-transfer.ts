import { z } from "zod";
import { findCheckoutSession, simulateCheckoutTransfer } from "../../sql/checkout/checkout.ts";
import { slug } from "../payment-links/slug.ts";
import { notFound } from "../http/problems.ts";
import { publicRoute } from "../http/route.ts";
import { waitForResult } from "../results/wait-for-result.ts";
import { hashSessionToken, sessionHeaders } from "./session-token.ts";
import { checkoutSession, isFinal, showSession } from "./session.ts";

/**
 * The button "I've sent the transfer" of test links. Responds once the money is booked, also if pressed twice;
 * NOT_FOUND for live links.
 */
export const simulateTransfer = publicRoute({
  method: "post",
  path: "/pay/:slug/session/transfer",
  summary: "Simulate the payer's transfer in a test session",
  addressLimit: "checkout",
  request: { params: z.object({ slug }), headers: sessionHeaders },
  success: { status: 200, data: checkoutSession },
  errors: ["AUTH_REQUIRED", "NOT_FOUND"],
  handler: async ({ params, headers }, context) => {
    const tokenHash = hashSessionToken(headers);
    const { outcome, virtualAccountId: id } = await simulateCheckoutTransfer(context.database, {
      slug: params.slug,
      tokenHash,
    });
    if (outcome === "not_found" || id === null) throw notFound();
    const readSettled = async () => {
      const found = await findCheckoutSession(context.database, params.slug, tokenHash);
      const session = showSession(found?.session);
      const isBooked = isFinal(session) || outcome === "nothing_due" || outcome === "too_many";
      return isBooked ? session : null;
    };
    return {
      data: await waitForResult(context, "virtual_account", id, readSettled),
    };
  },
});
