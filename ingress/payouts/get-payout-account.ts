import { payoutAccountJson } from "../../sql/payouts/accounts/payout-account-json.ts";
import { findByReference } from "../../sql/process/pages.ts";
import { showRoute } from "../http/show-route.ts";

export const getPayoutAccount = showRoute({
  path: "/v1/payout-accounts/:reference",
  summary: "Get a saved payout account",
  scope: "payout_accounts:read",
  prefix: "pac",
  data: payoutAccountJson,
  find: (database, caller, reference) => findByReference(database, "payout_accounts", caller, reference),
});
