import { z } from "zod";
import { transferEvents } from "../../sql/queries/provider-notices.ts";
import { printable } from "../http/fields.ts";
import { publicRoute } from "../http/route.ts";
import { recordNotice } from "./record-notice.ts";

/**
 * Paystack calls this when something happened (https://paystack.com/docs/payments/webhooks). A report of a transfer is
 * recorded: see recordNotice(). Any JSON object is answered with 200, because sending it again helps nobody: other
 * reports, of payments that came in for instance, are of no interest.
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
  handler: async ({ body }, context) => {
    const { event } = body;
    const { reference } = body.data;
    if (event !== null && reference !== null)
      await recordNotice(context, { provider: "paystack", event, reference });
    return { data: {} };
  },
});
