import { findPage } from "../../sql/process/pages.ts";
import { namedPurposes, payoutJson, payoutStatuses } from "../../sql/payouts/payout-json.ts";
import { oneOf, reference } from "../http/fields.ts";
import { anyOf } from "../http/list-query.ts";
import { byMerchantReference } from "../http/own-fields/own-fields.ts";
import { listRoute } from "../http/list-route.ts";

export const listPayouts = listRoute({
  path: "/v1/payouts",
  summary: "List payouts, newest first",
  scope: "payouts:read",
  item: payoutJson,
  filters: {
    status: anyOf(payoutStatuses),
    // Most payouts are for other, so these are in no index: a list of them could read all.
    purpose: oneOf(namedPurposes).optional(),
    reference: reference("pyt").optional(),
    ...byMerchantReference,
  },
  find: ({ database }, caller, page) => findPage(database, "payouts", caller, page),
});
