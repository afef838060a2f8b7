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
