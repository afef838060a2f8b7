import { unmatchedCreditJson, unmatchedCreditStatuses } from "../../sql/collections/credits/credit-json.ts";
import { findPage } from "../../sql/process/pages.ts";
import { reference } from "../http/fields.ts";
import { anyOf } from "../http/list-query.ts";
import { listRoute } from "../http/list-route.ts";

export const listUnmatchedCredits = listRoute({
  path: "/v1/unmatched-credits",
  summary: "List unmatched credits, newest first",
  scope: "credits:read",
  item: unmatchedCreditJson,
  filters: {
    status: anyOf(Object.keys(unmatchedCreditStatuses)),
    reference: reference("crd").optional(),
    collection: reference("col").optional(),
  },
  find: ({ database }, caller, page) => findPage(database, "credits", caller, page),
});
