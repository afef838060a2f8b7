import { z } from "zod";
import { monnifyTime } from "../../../workers/gateways/monnify/monnify-time.ts";
import { transferResult } from "../../../workers/gateways/monnify/transfer-result.ts";
import {
  chargedFee,
  currencyCode,
  positiveAmount,
  shortText,
  withReversal,
  type StatementFormat,
} from "../../../sql/reconciliation/statement-format.ts";

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
