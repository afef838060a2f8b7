import { z } from "zod";
import { transferEvents } from "../../sql/notices/provider-notices.ts";
import { paidAccount } from "../../sql/collections/paystack-references.ts";
import { recordNoticeOfCredit } from "./record-notice-of-credit.ts";
import { printable } from "../http/fields.ts";
import { publicRoute } from "../http/route.ts";
import { recordNoticeOfTransfer } from "./record-notice-of-transfer.ts";

/**
 * Paystack calls this when something happened (https://paystack.com/docs/payments/webhooks). A report of a transfer is
 * recorded: see recordNoticeOfTransfer(); so is one of money for an account of ours: see
 * recordNoticeOfCredit(). Any JSON object is answered with 200, because sending it again helps nobody: other reports
 * are of no interest.
 */
export const receivePaystackNotice = publicRoute({
  method: "post",
  path: "/providers/paystack/webhook",
  summary: "Paystack's notice of something that happened",
  signed: "paystack",
  request: {
    body: z.object({
      event: z
        .enum([...transferEvents, "charge.success"])
        .nullable()
        .catch(null),
      data: z
        .object({
          reference: printable(100).nullable().catch(null),
          customer: z.object({ email: printable(320) }).catch({ email: "" }),
        })
        .catch({ reference: null, customer: { email: "" } }),
    }),
  },
  success: { status: 200, data: z.object({}) },
  errors: ["AUTH_INVALID", "NOT_FOUND"],
  handler: async ({ body }, context) => {
    const { event } = body;
    const { reference, customer } = body.data;
    if (event === null || reference === null) return { data: {} };
    if (event === "charge.success") {
      const recipient = paidAccount(reference, customer.email);
      if (recipient !== undefined)
        await recordNoticeOfCredit(context, { provider: "paystack", transaction: reference, recipient });
    } else {
      await recordNoticeOfTransfer(context, { provider: "paystack", event, reference });
    }
    return { data: {} };
  },
});
