import { z } from "zod";
import { environmentJson, ownJson, referenceJson, timestampJson } from "../../formats/public-json.ts";

/** A saved payout account as the API shows it; made by SQL's payout_account_json. */
export const payoutAccountJson = z
  .object({
    reference: referenceJson("pac").describe("Use it as payoutAccountId in a payout."),
    bankCode: z.string(),
    bankName: z.string(),
    accountNumber: z.string(),
    accountName: z
      .string()
      .describe("The account holder's name, as the bank gave it when the account was last saved."),
    isDefault: z.boolean().describe("Payouts without a destination go to this account."),
    ...ownJson,
    environment: environmentJson,
    createdAt: timestampJson,
  })
  .meta({ id: "PayoutAccount", description: "A saved bank account for payouts." });

export type PayoutAccountJson = z.output<typeof payoutAccountJson>;

/** How many a merchant may save in one environment; save_payout_account() refuses more. */
export const MOST_PAYOUT_ACCOUNTS = 200;
