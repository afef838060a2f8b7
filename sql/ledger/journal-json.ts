import { z } from "zod";
import { timestampJson } from "../formats/public-json.ts";
import { moneyJson } from "./money.ts";

/** A movement of money as the dashboard shows it; made by SQL's journals_of. */
export const journalJson = z
  .object({
    kind: z
      .string()
      .describe("The kind of movement: payout_accepted, credit_settled and so on (docs/ledger.md)."),
    subject: z
      .string()
      .describe("The reference of the payout, credit or identity check that moved the money."),
    createdAt: timestampJson,
    entries: z.array(
      z.object({
        account: z
          .string()
          .describe("available and reserved belong to the merchant; the others are system accounts."),
        amount: moneyJson.describe("Positive if money was added to the account, negative if it was taken."),
        balanceAfter: moneyJson
          .describe("The balance afterwards, for the merchant's own accounts.")
          .optional(),
      }),
    ),
  })
  .meta({ id: "Journal", description: "A movement of money; its entries sum to zero." });

export type JournalJson = z.output<typeof journalJson>;
