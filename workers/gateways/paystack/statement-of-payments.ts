import { z } from "zod";
import { paidAccount } from "../../../workers/gateways/paystack/references.ts";
import { meanings, transfers } from "../../../workers/gateways/paystack/credit-meanings.ts";
import {
  chargedFee,
  currencyCode,
  positiveAmount,
  shortText,
  time,
  withReversal,
  type StatementFormat,
} from "../../../sql/reconciliation/statement-format.ts";

const meaningOf = (status = "") => meanings.get(status.toLowerCase());
const wordOf = (channel = "") => channel.toLowerCase().replaceAll(" ", "_");

/**
 * Payments to our accounts at Paystack, one per row, with its API's names, amounts in naira. The file also has the
 * business's other payments, in any currency, which are skipped.
 */
export const paystackPayments: StatementFormat = {
  has: "credits",
  columns: ["reference", "amount", "fees", "currency", "status", "channel", "paid_at", "customer_email"],
  concerns: ({ status, channel, reference = "", customer_email: email = "" }) =>
    ["received", "taken_back"].includes(meaningOf(status) ?? "") &&
    transfers.has(wordOf(channel)) &&
    paidAccount(reference, email) !== undefined,
  row: z
    .object({
      reference: shortText,
      customer_email: z.string(),
      amount: positiveAmount,
      fees: chargedFee,
      currency: currencyCode,
      status: z.string(),
      paid_at: time,
    })
    .transform(({ reference, customer_email: email, fees: fee, paid_at: movedAt, status, ...row }) => {
      // As the credit is recorded: see SQL's provider_credit_id().
      const id = `paystack:${reference}`;
      const account = paidAccount(reference, email)!;
      return withReversal(
        { ...row, reference: account, lineId: id, kind: "credit", fee, providerId: id, movedAt },
        meaningOf(status) === "taken_back",
      );
    }),
};
