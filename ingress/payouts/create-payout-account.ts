import { z } from "zod";
import { MOST_PAYOUT_ACCOUNTS, payoutAccountJson } from "../../sql/payouts/accounts/payout-account-json.ts";
import { findByReference } from "../../sql/process/pages.ts";
import { savePayoutAccount } from "../../sql/payouts/accounts/payout-accounts.ts";
import { accountNumber, bankCode } from "../banks/account-fields.ts";
import { enquireName } from "../banks/enquire-name.ts";
import { ownFields } from "../http/own-fields/own-fields.ts";
import { createRoute } from "../http/create-route.ts";
import { Problem } from "../http/problems.ts";

/**
 * Resolves the account holder's name at the bank, and saves the account under it. Saving it again only updates the
 * name, and the caller's own reference and metadata if given.
 */
export const createPayoutAccount = createRoute({
  path: "/v1/payout-accounts",
  summary: "Save a bank account for payouts",
  scope: "payout_accounts:write",
  rateLimit: "verify-account",
  request: { body: z.object({ bankCode, accountNumber, ...ownFields }) },
  success: { status: 201, data: payoutAccountJson },
  // NOT_FOUND: the account that the Idempotency-Key saved was removed meanwhile.
  errors: ["STATE_CONFLICT", "NOT_FOUND", "MERCHANT_REFERENCE_CONFLICT"],
  prepare: ({ caller, body }, context) => enquireName(context, caller, body, "bankCode"),
  create: async ({ caller, body }, { database }, accountName) => {
    const { acting, by } = caller;
    const named = { ...body, accountName, acting, caller: by };
    const account = await savePayoutAccount(database, { tenant: caller, ...named });
    if (account === null) {
      throw new Problem(
        "STATE_CONFLICT",
        `${MOST_PAYOUT_ACCOUNTS} payout accounts is the limit. Remove one you no longer need.`,
      );
    }
    return { resource: account.reference, data: account };
  },
  show: ({ database }, caller, reference) => findByReference(database, "payout_accounts", caller, reference),
});
