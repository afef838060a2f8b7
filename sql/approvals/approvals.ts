import { z } from "zod";
import { call } from "../process/call.ts";
import type { ApprovalJson, ApprovalPolicyJson } from "./approval-json.ts";

/** Approves or rejects a payment that waits for approval; once, however many try. */
export const decideApproval = call(
  "decide_approval",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("decided"), approval: z.custom<ApprovalJson>() }),
    z.object({
      outcome: z.enum([
        "not_found",
        "not_waiting",
        "own",
        "bank_closed",
        "destination_blocked",
        "taken_back",
        "not_completed",
      ]),
    }),
  ]),
);

/** A merchant's approval policy. */
export const findApprovalPolicy = call("approval_policy_json", z.custom<ApprovalPolicyJson>());

/** Sets a merchant's approval policy, or proposes a looser one. */
export const setApprovalPolicy = call(
  "set_approval_policy",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("set"), policy: z.custom<ApprovalPolicyJson>() }),
    z.object({ outcome: z.literal("too_few") }),
  ]),
);
