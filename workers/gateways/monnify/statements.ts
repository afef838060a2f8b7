import { z } from "zod";
import { referencePattern } from "../../../sql/formats/references.ts";
import {
  amountText,
  chargedFee,
  currencyCode,
  positiveAmount,
  shortText,
  withReversal,
  type StatementFormat,
} from "../../../sql/reconciliation/statement-format.ts";
import { meanings } from "./credit-meanings.ts";
import { monnifyTime } from "./monnify-time.ts";
import { transferResult } from "./transfer-result.ts";

const resultOf = (status = "") => transferResult({ status: status.toUpperCase() }, "succeeded").kind;

/** Monnify's disbursements, one per row, with its API's names, amounts in naira. */
export const monnifyTransfers: StatementFormat = {
  has: "transfers",
  columns: ["transaction_reference", "reference", "amount", "fee", "currency", "status", "created_on"],
  // The others failed, or are not final yet and will be in a later file.
  concerns: ({ status }) => ["succeeded", "reversed"].includes(resultOf(status)),
  row: z
    .object({
      transaction_reference: shortText,
      reference: shortText,
      amount: positiveAmount,
      fee: chargedFee,
      currency: currencyCode,
      status: z.string(),
      created_on: monnifyTime,
    })
    .transform(({ transaction_reference: id, created_on: movedAt, status, ...row }) =>
      withReversal(
        { ...row, lineId: id, kind: "transfer", providerId: id, movedAt },
        resultOf(status) === "reversed",
      ),
    ),
};

const ourAccount = referencePattern("va");
const meaningOf = (status = "") => meanings.get(status.toUpperCase());

/** Until Monnify settles a payment, all of it would look like the fee. */
const settledAmount = amountText.refine(
  (amount) => amount > 0n,
  "must be more than zero: export it once it is settled",
);

/** Money to a reserved account names that as its product. Else the payment has the reference that we gave it. */
const accountOf = (
  row: Partial<Record<"product_type" | "product_reference" | "payment_reference", string>>,
) =>
  (row.product_type?.toUpperCase() === "RESERVED_ACCOUNT" ? row.product_reference : row.payment_reference) ??
  "";

/**
 * Payments to our accounts at Monnify, one per row, with its API's names, amounts in naira. The file also has the
 * business's other payments, which are skipped. The fee is the part that Monnify did not settle.
 */
export const monnifyPayments: StatementFormat = {
  has: "credits",
  columns: [
    ...["transaction_reference", "payment_reference", "product_type", "product_reference", "amount_paid"],
    ...["settlement_amount", "currency", "payment_status", "payment_method", "paid_on"],
  ],
  concerns: (row) =>
    ["received", "taken_back"].includes(meaningOf(row.payment_status) ?? "") &&
    row.payment_method?.toUpperCase() === "ACCOUNT_TRANSFER" &&
    ourAccount.test(accountOf(row)),
  row: z
    .object({
      transaction_reference: shortText,
      payment_reference: z.string(),
      product_type: z.string(),
      product_reference: z.string(),
      amount_paid: positiveAmount,
      settlement_amount: settledAmount,
      currency: currencyCode,
      payment_status: z.string(),
      paid_on: monnifyTime,
    })
    .refine((row) => row.settlement_amount <= row.amount_paid, {
      path: ["settlement_amount"],
      error: "must not be more than amount_paid",
    })
    .transform(({ amount_paid: amount, currency, paid_on: movedAt, ...row }) => {
      // As the credit is recorded: see SQL's provider_credit_id().
      const id = `monnify:${row.transaction_reference}`;
      const money = { amount, fee: amount - row.settlement_amount, currency };
      return withReversal(
        { ...money, lineId: id, kind: "credit", reference: accountOf(row), providerId: id, movedAt },
        meaningOf(row.payment_status) === "taken_back",
      );
    }),
};
