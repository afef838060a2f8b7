import { findByReference } from "../../sql/process/pages.ts";
import { payoutJson } from "../../sql/payouts/payout-json.ts";
import { showRoute } from "../http/show-route.ts";

export const getPayout = showRoute({
  path: "/v1/payouts/:reference",
  summary: "Get a payout",
  scope: "payouts:read",
  prefix: "pyt",
  data: payoutJson,
  find: (database, caller, reference) => findByReference(database, "payouts", caller, reference),
});
