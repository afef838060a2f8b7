import { approvalJson } from "../../sql/approvals/approval-json.ts";
import { findPage } from "../../sql/process/pages.ts";
import { listRoute } from "../http/list-route.ts";
import { approvalReference } from "./decide-approval.ts";

export const listApprovals = listRoute({
  path: "/v1/approvals",
  summary: "List payments that wait for approval, newest first",
  scope: "payouts:approve",
  item: approvalJson,
  filters: { reference: approvalReference.optional() },
  find: ({ database }, caller, page) => findPage(database, "approvals", caller, page),
});
