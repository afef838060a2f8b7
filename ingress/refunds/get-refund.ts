import { findByReference } from "../../sql/process/pages.ts";
import { refundJson } from "../../sql/refunds/refund-json.ts";
import { showRoute } from "../http/show-route.ts";

export const getRefund = showRoute({
  path: "/v1/refunds/:reference",
  summary: "Get a refund",
  scope: "refunds:read",
  prefix: "rfd",
  data: refundJson,
  find: (database, caller, reference) => findByReference(database, "refunds", caller, reference),
});
