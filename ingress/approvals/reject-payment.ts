import { z } from "zod";
import { approvalJson } from "../../sql/approvals/approval-json.ts";
import { route } from "../http/route.ts";
import { approvalReference, decideApproval } from "./decide-approval.ts";

export const rejectPayment = route({
  method: "post",
  path: "/v1/approvals/:reference/reject",
  summary: "Reject a payment that waits for approval",
  scope: "payouts:approve",
  repeatable: true,
  withoutApproval: true,
  request: { params: z.object({ reference: approvalReference }) },
  success: { status: 200, data: approvalJson },
  errors: ["NOT_FOUND", "STATE_CONFLICT", "APPROVAL_SELF"],
  handler: ({ caller, params }, context) => decideApproval(context, caller, { ...params, approves: false }),
});
