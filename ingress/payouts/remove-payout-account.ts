import { z } from "zod";
import { payoutAccountJson } from "../../sql/payouts/accounts/payout-account-json.ts";
import { removePayoutAccount as remove } from "../../sql/payouts/accounts/payout-accounts.ts";
import { reference } from "../http/fields.ts";
import { notFound } from "../http/problems.ts";
import { route } from "../http/route.ts";

export const removePayoutAccount = route({
  method: "post",
  path: "/v1/payout-accounts/:reference/remove",
  summary: "Delete a saved payout account",
  scope: "payout_accounts:write",
  repeatable: true,
  withoutApproval: true,
  request: { params: z.object({ reference: reference("pac") }) },
  success: { status: 200, data: payoutAccountJson.describe("The account, unchanged.") },
  errors: ["NOT_FOUND"],
  handler: async ({ caller, params }, { database }) => {
    const { acting, by } = caller;
    const account = await remove(database, { tenant: caller, ...params, acting, caller: by });
    if (account === null) throw notFound();
    return { data: account };
  },
});
