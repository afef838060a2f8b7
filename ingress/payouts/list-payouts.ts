import { findPage } from "../../sql/process/pages.ts";
import { payoutJson, payoutStatuses } from "../../sql/payouts/payout-json.ts";
import { reference } from "../http/fields.ts";
import { anyOf } from "../http/list-query.ts";
import { listRoute } from "../http/list-route.ts";

export const listPayouts = listRoute({
  path: "/v1/payouts",
  summary: "List payouts, newest first",
  scope: "payouts:read",
  item: payoutJson,
  filters: { status: anyOf(payoutStatuses), reference: reference("pyt").optional() },
  find: ({ database }, caller, page) => findPage(database, "payouts", caller, page),
});
