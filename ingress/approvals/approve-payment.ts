import { z } from "zod";
import { approvalJson } from "../../sql/approvals/approval-json.ts";
import { route } from "../http/route.ts";
import { approvalReference, decideApproval } from "./decide-approval.ts";

export const approvePayment = route({
  method: "post",
  path: "/v1/approvals/:reference/approve",
  summary: "Approve a payment that waits for approval",
  scope: "payouts:approve",
  repeatable: true,
  request: { params: z.object({ reference: approvalReference }) },
  success: { status: 200, data: approvalJson },
  errors: ["NOT_FOUND", "STATE_CONFLICT", "APPROVAL_SELF", "DESTINATION_BLOCKED"],
  handler: ({ caller, params }, context) => decideApproval(context, caller, { ...params, approves: true }),
});
