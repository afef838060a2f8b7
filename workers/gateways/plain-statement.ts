import { z } from "zod";
import { lineKinds } from "../../sql/reconciliation/statements.ts";
import {
  amountText,
  chargedFee,
  currencyCode,
  optionalText,
  positiveAmount,
  shortText,
  time,
  type StatementFormat,
} from "../../sql/reconciliation/statement-format.ts";

/** Our own format, for providers whose files are not documented: see docs/reconciliation.md. */
export const plainFormat: StatementFormat = {
  has: "all",
  columns: ["id", "type", "reference", "provider_id", "amount", "fee", "currency", "time"],
  concerns: () => true,
  row: z
    .object({
      id: shortText,
      type: z.enum(lineKinds, { error: "must be transfer, credit, reversal, top_up or withdrawal" }),
      reference: optionalText,
      provider_id: optionalText,
      amount: positiveAmount,
      fee: amountText,
      /** Not each file has it. */
      vat: chargedFee.optional(),
      currency: currencyCode,
      time,
    })
    .transform(({ id, type, provider_id: providerId, time: movedAt, ...rest }) => [
      { ...rest, lineId: id, kind: type, providerId, movedAt },
    ]),
};
