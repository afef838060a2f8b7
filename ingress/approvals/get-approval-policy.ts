import { approvalPolicyJson } from "../../sql/approvals/approval-json.ts";
import { findApprovalPolicy } from "../../sql/approvals/approvals.ts";
import { tenantRoute } from "../http/session-route.ts";

export const getApprovalPolicy = tenantRoute({
  method: "get",
  path: "/dashboard/api/:environment/approval-policy",
  summary: "Get which payments need approval, and who may approve them",
  permission: "read",
  success: { status: 200, data: approvalPolicyJson },
  handler: async ({ caller }, { database }) => ({
    data: await findApprovalPolicy(database, { tenant: caller }),
  }),
});
