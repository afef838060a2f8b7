import { z } from "zod";
import {
  chargedFee,
  currencyCode,
  positiveAmount,
  shortText,
  time,
  withReversal,
  type StatementFormat,
} from "../../../sql/reconciliation/statement-format.ts";
import { meanings, transfers } from "./credit-meanings.ts";
import { paidAccount } from "./references.ts";

/** These transfers moved money. The others failed, or are not final yet and will be in a later file. */
const moving = ["success", "reversed"];

/** Paystack's transfers, one per row, with its API's names, amounts in naira. */
export const paystackTransfers: StatementFormat = {
  has: "transfers",
  columns: ["transfer_code", "reference", "amount", "fee_charged", "currency", "status", "transferred_at"],
  concerns: ({ status = "" }) => moving.includes(status.toLowerCase()),
  row: z
    .object({
      transfer_code: shortText,
      reference: shortText,
      amount: positiveAmount,
      fee_charged: chargedFee,
      currency: currencyCode,
      status: z.string(),
      transferred_at: time,
    })
    .transform(({ transfer_code: code, fee_charged: fee, transferred_at: movedAt, status, ...row }) =>
      withReversal(
        { ...row, lineId: code, kind: "transfer", fee, providerId: code, movedAt },
        status.toLowerCase() === "reversed",
      ),
    ),
};

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
