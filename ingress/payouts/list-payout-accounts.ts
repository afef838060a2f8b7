import { payoutAccountJson } from "../../sql/payouts/accounts/payout-account-json.ts";
import { findPage } from "../../sql/process/pages.ts";
import { reference } from "../http/fields.ts";
import { byMerchantReference } from "../http/own-fields/own-fields.ts";
import { listRoute } from "../http/list-route.ts";

export const listPayoutAccounts = listRoute({
  path: "/v1/payout-accounts",
  summary: "List saved payout accounts, newest first",
  scope: "payout_accounts:read",
  item: payoutAccountJson,
  filters: { reference: reference("pac").optional(), ...byMerchantReference },
  find: ({ database }, caller, page) => findPage(database, "payout_accounts", caller, page),
});
