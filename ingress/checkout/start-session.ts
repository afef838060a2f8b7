import { z } from "zod";
import { findCheckoutSession, startCheckoutSession } from "../../sql/checkout/checkout.ts";
import { collectionKobo } from "../collections/collection-fields.ts";
import { pastedEmail } from "../http/fields.ts";
import { slug } from "../payment-links/slug.ts";
import { conflict, invalid, notFound, Problem, rateLimited } from "../http/problems.ts";
import { publicRoute } from "../http/route.ts";
import { waitForResult } from "../results/wait-for-result.ts";
import { payerNetworks } from "./payer-networks.ts";
import { hashSessionToken, sessionHeaders } from "./session-token.ts";
import { checkoutSession, showSession } from "./session.ts";

/** Starts a payer's session: a worker provisions the account to pay into, and the request waits for it. */
export const startSession = publicRoute({
  method: "post",
  path: "/pay/:slug/session",
  summary: "Start a checkout session",
  addressLimit: "checkout-session",
  request: {
    params: z.object({ slug }),
    headers: sessionHeaders,
    body: z.object({
      email: pastedEmail.optional(),
      amount: collectionKobo.describe("For open links only.").optional(),
    }),
  },
  success: { status: 201, data: checkoutSession },
  errors: ["AUTH_REQUIRED", "NOT_FOUND", "STATE_CONFLICT"],
  handler: async ({ params, headers, body, ip }, context) => {
    const tokenHash = hashSessionToken(headers);
    const started = await startCheckoutSession(context.database, {
      slug: params.slug,
      tokenHash,
      email: body.email ?? null,
      amount: body.amount ?? null,
      liveLeast: BigInt(context.config.leastLive.collection),
      networks: payerNetworks(context.config.encryptionKeys, ip),
    });
    const { outcome, virtualAccountId: id } = started;
    if (outcome === "not_open") throw conflict("This payment link no longer accepts payments.");
    if (outcome === "network_full") throw full("from your network");
    if (outcome === "link_full" || outcome === "merchant_full") throw full("to this merchant");
    if (outcome === "email_needed") throw invalid({ email: "must be an email address" });
    if (outcome === "amount_needed") throw invalid({ amount: "must be the amount to pay, in kobo" });
    if (outcome === "amount_out_of_range") throw invalid({ amount: boundsOf(started) });
    if (outcome === "not_found" || id === null) throw notFound();

    const read = async () => {
      const found = await findCheckoutSession(context.database, params.slug, tokenHash);
      const session = found && showSession(found.session);
      return session === null || session.status === "starting" ? null : session;
    };
    const session = await waitForResult(context, "virtual_account", id, read);
    if (session.status === "failed")
      throw new Problem("INTERNAL_ERROR", "We couldn't open an account. Start again.");
    return { data: session };
  },
});

/** Sessions end all the time, so a retry soon is worthwhile. */
const full = (where: string) =>
  rateLimited(
    "open-sessions",
    60,
    `Too many open payments ${where}. Try again after the time in Retry-After.`,
  );

type Bounds = { minAmount: bigint | null; maxAmount: bigint | null };

function boundsOf({ minAmount: least, maxAmount: most }: Bounds): string {
  const bounds = [least !== null && `at least ${least}`, most !== null && `at most ${most}`].filter(Boolean);
  return `must be ${bounds.join(" and ")}, in kobo`;
}
