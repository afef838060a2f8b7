import { findPage } from "../../sql/process/pages.ts";
import { refundJson, refundStatuses } from "../../sql/refunds/refund-json.ts";
import { reference } from "../http/fields.ts";
import { anyOf } from "../http/list-query.ts";
import { listRoute } from "../http/list-route.ts";

export const listRefunds = listRoute({
  path: "/v1/refunds",
  summary: "List refunds, newest first",
  scope: "refunds:read",
  item: refundJson,
  filters: {
    status: anyOf(refundStatuses),
    reference: reference("rfd").optional(),
    collection: reference("col").optional(),
  },
  find: ({ database }, caller, page) => findPage(database, "refunds", caller, page),
});
