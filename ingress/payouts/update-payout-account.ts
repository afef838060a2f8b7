import { z } from "zod";
import { payoutAccountJson } from "../../sql/payouts/accounts/payout-account-json.ts";
import { setDefaultPayoutAccount } from "../../sql/payouts/accounts/payout-accounts.ts";
import { reference } from "../http/fields.ts";
import { notFound } from "../http/problems.ts";
import { route } from "../http/route.ts";

export const updatePayoutAccount = route({
  method: "patch",
  path: "/v1/payout-accounts/:reference",
  summary: "Set or unset a saved payout account as the default",
  scope: "payout_accounts:write",
  request: {
    params: z.object({ reference: reference("pac") }),
    body: z.object({ isDefault: z.boolean({ error: "must be true or false" }) }),
  },
  success: { status: 200, data: payoutAccountJson },
  errors: ["NOT_FOUND"],
  handler: async ({ caller, params, body }, { database }) => {
    const { acting, by } = caller;
    const { isDefault } = body;
    const change = { tenant: caller, ...params, isDefault, acting, caller: by };
    const account = await setDefaultPayoutAccount(database, change);
    if (account === null) throw notFound();
    return { data: account };
  },
});
