import { z } from "zod";
import { refundReasons } from "../../sql/refunds/refund-json.ts";
import { oneOf, printable, reference } from "../http/fields.ts";
import { payoutAmount, payoutDestination } from "../payouts/payout-fields.ts";

/** A refund as callers send it. */
export const refundBody = z.strictObject({
  collection: reference("col"),
  amount: payoutAmount.describe("Everything that is left to refund, if absent.").optional(),
  reason: oneOf(refundReasons),
  note: printable(140).describe("Your own note. The payer doesn't see it.").optional(),
  destination: payoutDestination
    .describe("The account that gets the money. If absent, the account that paid.")
    .optional(),
});
