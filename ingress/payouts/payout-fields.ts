import { z } from "zod";
import { MINIMUM_AMOUNT } from "../../sql/ledger/money.ts";
import { payoutPurposes } from "../../sql/payouts/payout-json.ts";
import { accountName, accountNumber, bankCode } from "../banks/account-fields.ts";
import { money, printable, reference } from "../http/fields.ts";
import { ownFields } from "../http/own-fields/own-fields.ts";

/**
 * The amount to pay out. The balance and the merchant's own limit restrict it further. With any fee it is a number that
 * JSON keeps exact.
 */
export const payoutAmount = money({
  currency: "NGN",
  from: MINIMUM_AMOUNT,
  upTo: 9_000_000_000_000_000,
}).strict();

/** The text on the recipient's statement. */
const narration = printable(140);

const oneDestination = "must be left out when destination is present";

/** A bank account that gets money, with its holder's name. */
export const payoutDestination = z.strictObject(
  {
    bankCode,
    accountNumber,
    accountName: accountName.describe("The name that verify-account returned, unchanged."),
  },
  "must be an object: {bankCode, accountNumber, accountName}",
);

/** A payout as callers send it. */
export const payoutBody = z
  .strictObject({
    amount: payoutAmount,
    destination: payoutDestination.optional(),
    payoutAccountId: reference("pac")
      .describe(
        "A saved payout account, instead of destination. Without either, the payout goes to the default account.",
      )
      .optional(),
    narration: narration.describe("Shown on the recipient's bank statement.").optional(),
    purpose: z
      .enum(payoutPurposes)
      .describe(
        "What the payout is for; other if absent. It must be true: a salary owes no stamp duty, and the tax office may ask you for proof.",
      )
      .optional(),
    ...ownFields,
  })
  .refine(({ destination, payoutAccountId }) => destination === undefined || payoutAccountId === undefined, {
    path: ["payoutAccountId"],
    error: oneDestination,
  })
  .meta({ rule: `payoutAccountId ${oneDestination}` });
