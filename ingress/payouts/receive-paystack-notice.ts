import { z } from "zod";
import { recordProviderNotice, transferEvents } from "../../sql/queries/provider-notices.ts";
import { referencePattern } from "../../sql/references.ts";
import { printable } from "../http/fields.ts";
import { publicRoute } from "../http/route.ts";

const ourReference = referencePattern("pyt");

/**
 * Paystack calls this when something happened (https://paystack.com/docs/payments/webhooks). Nothing in it is
 * believed: a report of a transfer makes workers ask Paystack about that payout. One that fits none is kept for
 * operators. Any JSON object is answered with 200, because sending it again helps nobody: other reports, of payments
 * that came in for instance, are of no interest.
 */
export const receivePaystackNotice = publicRoute({
  method: "post",
  path: "/providers/paystack/webhook",
  summary: "Paystack's notice of something that happened",
  signed: "paystack",
  request: {
    body: z.object({
      event: z.enum(transferEvents).nullable().catch(null),
      data: z.object({ reference: printable(100).nullable().catch(null) }).catch({ reference: null }),
    }),
  },
  success: { status: 200, data: z.object({}) },
  errors: ["AUTH_INVALID", "NOT_FOUND"],
  handler: async ({ body }, { database, log }) => {
    const { event } = body;
    const { reference } = body.data;
    if (event === null || reference === null) return { data: {} };
    const outcome = await recordProviderNotice(database, { provider: "paystack", event, reference });
    // Somebody may use the account at Paystack for other transfers, under references of another form.
    if ((outcome === "unmatched" || outcome === "full") && ourReference.test(reference)) {
      log.warn(
        { code: "NOTICE_UNMATCHED", outcome, payout: reference },
        "Paystack reported what fits no payout: see scripts/ops/unmatched-notices.sql",
      );
    }
    return { data: {} };
  },
});
