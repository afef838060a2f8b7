import { z } from "zod";
import type { ProviderNotice } from "../../sql/notices/provider-notices.ts";
import { referencePattern } from "../../sql/formats/references.ts";
import { recordNoticeOfCredit } from "./record-notice-of-credit.ts";
import { printable } from "../http/fields.ts";
import { publicRoute } from "../http/route.ts";
import { recordNoticeOfTransfer } from "./record-notice-of-transfer.ts";

/** Monnify's names of the reports that are about a payout. */
const events: Record<string, ProviderNotice["event"]> = {
  SUCCESSFUL_DISBURSEMENT: "transfer.success",
  FAILED_DISBURSEMENT: "transfer.failed",
  REVERSED_DISBURSEMENT: "transfer.reversed",
};

const ourAccount = referencePattern("va");
const text = printable(100).nullable().catch(null);

/**
 * Monnify calls this when something happened (https://developers.monnify.com/docs/webhooks/event-types). A report of a
 * disbursement is recorded: see recordNoticeOfTransfer(); so is one of money for an account of ours: see
 * recordNoticeOfCredit(). Any JSON object is answered with 200, because sending it again helps nobody: other reports
 * are of no interest.
 */
export const receiveMonnifyNotice = publicRoute({
  method: "post",
  path: "/providers/monnify/webhook",
  summary: "Monnify's notice of something that happened",
  signed: "monnify",
  request: {
    body: z.object({
      eventType: printable(100).nullable().catch(null),
      eventData: z
        .object({
          ...{ reference: text, transactionReference: text, paymentReference: text },
          product: z.object({ reference: text }).catch({ reference: null }),
        })
        .catch({
          ...{ reference: null, transactionReference: null, paymentReference: null },
          product: { reference: null },
        }),
    }),
  },
  success: { status: 200, data: z.object({}) },
  errors: ["AUTH_INVALID", "NOT_FOUND"],
  handler: async ({ body }, context) => {
    const event = Object.hasOwn(events, body.eventType ?? "") ? events[body.eventType!] : undefined;
    const { reference, transactionReference: transaction, paymentReference, product } = body.eventData;
    if (event !== undefined && reference !== null)
      await recordNoticeOfTransfer(context, { provider: "monnify", event, reference });
    // A permanent account is the product, one for one payment has our reference itself.
    const recipient = [product.reference, paymentReference].find((one) => ourAccount.test(one ?? ""));
    if (body.eventType === "SUCCESSFUL_TRANSACTION" && transaction !== null && recipient != null)
      await recordNoticeOfCredit(context, { provider: "monnify", transaction, recipient });
    return { data: {} };
  },
});
