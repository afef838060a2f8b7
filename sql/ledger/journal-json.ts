import { z } from "zod";
import { timestampJson } from "../formats/public-json.ts";
import { moneyJson } from "./money.ts";

/** A movement of money as the dashboard shows it; made by SQL's journals_of. */
export const journalJson = z
  .object({
    kind: z.string().describe("What happened: payout_accepted, credit_settled and so on (docs/ledger.md)."),
    subject: z.string().describe("The reference of the payout, credit or identity check that moved it."),
    createdAt: timestampJson,
    entries: z.array(
      z.object({
        account: z
          .string()
          .describe("available and reserved are the merchant's; the others are the system's."),
        amount: moneyJson.describe("What the account gained, or below zero what it gave."),
        balanceAfter: moneyJson.describe("What was left, on the merchant's own accounts.").optional(),
      }),
    ),
  })
  .meta({ id: "Journal", description: "A movement of money; its entries sum to zero." });

export type JournalJson = z.output<typeof journalJson>;
