import { z } from "zod";
import { recordProviderNotice } from "../../sql/queries/provider-notices.ts";
import { printable } from "../http/fields.ts";
import { publicRoute } from "../http/route.ts";

/** A notice that has none, or no text. */
const none = "none";

/**
 * Paystack calls this when something happened (https://paystack.com/docs/payments/webhooks). Nothing in it is
 * believed: a report of a transfer makes workers ask Paystack about that payout. The rest is kept for operators.
 * Whatever it says, the response is 200, because sending it again helps nobody.
 */
export const receivePaystackNotice = publicRoute({
  method: "post",
  path: "/providers/paystack/webhook",
  summary: "Paystack's notice of something that happened",
  signed: "paystack",
  request: {
    body: z.object({
      event: printable(100).catch(none),
      data: z.object({ reference: printable(100).catch(none) }).catch({ reference: none }),
    }),
  },
  success: { status: 200, data: z.object({ recorded: z.boolean() }) },
  errors: ["AUTH_INVALID", "NOT_FOUND"],
  handler: async ({ body }, { database, log }) => {
    const { reference } = body.data;
    const notice = { provider: "paystack", event: body.event, reference } as const;
    const outcome = await recordProviderNotice(database, notice);
    if (outcome === "unmatched" || outcome === "full") {
      log.warn(
        { code: "NOTICE_UNMATCHED", outcome },
        "Paystack reported what fits no payout: see scripts/ops/unmatched-notices.sql",
      );
    }
    return { data: { recorded: outcome === "asked" || outcome === "unmatched" } };
  },
});
