import { z } from "zod";
import {
  amountText,
  currencyCode,
  positiveAmount,
  shortText,
  time,
  type StatementFormat,
} from "./statement-format.ts";

/** Of its transfers these moved money. The others failed, or are not final yet and will be in a later file. */
const moving = ["success", "reversed"];

/**
 * Paystack's transfers, one a row, under the names that its API has for them, amounts in naira. One that was reversed
 * is two movements of the same time: its row does not say when the money came back.
 */
export const paystackFormat: StatementFormat = {
  hasCredits: false,
  columns: ["transfer_code", "reference", "amount", "fee_charged", "currency", "status", "transferred_at"],
  row: z
    .object({
      transfer_code: shortText,
      reference: shortText,
      amount: positiveAmount,
      fee_charged: z.union([z.literal("").transform(() => 0n), amountText]),
      currency: currencyCode,
      status: z.string().transform((status) => status.toLowerCase()),
      transferred_at: z.string(),
    })
    .transform((row, context) => {
      if (!moving.includes(row.status)) return [];
      const at = time.safeParse(row.transferred_at);
      if (!at.success) {
        context.addIssue({ code: "custom", path: ["transferred_at"], message: at.error.issues[0]!.message });
        return z.NEVER;
      }
      const { transfer_code: code, fee_charged: fee, reference, amount, currency } = row;
      const both = { reference, amount, currency, providerId: code, movedAt: at.data };
      const transfer = { ...both, lineId: code, kind: "transfer" as const, fee };
      const reversal = { ...both, lineId: `${code}/reversed`, kind: "reversal" as const, fee: 0n };
      return row.status === "reversed" ? [transfer, reversal] : [transfer];
    }),
};
