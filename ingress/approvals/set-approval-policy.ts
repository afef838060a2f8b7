import { z } from "zod";
import { approvalPolicyJson } from "../../sql/approvals/approval-json.ts";
import { setApprovalPolicy as set } from "../../sql/approvals/approvals.ts";
import { money } from "../http/fields.ts";
import { invalid } from "../http/problems.ts";
import { tenantRoute } from "../http/session-route.ts";

const limit = money({ currency: "NGN", from: 0, upTo: 9_000_000_000_000_000 }).strict();

/** Another owner agrees to a looser policy by setting the same one. */
export const setApprovalPolicy = tenantRoute({
  method: "put",
  path: "/dashboard/api/:environment/approval-policy",
  summary: "Set which payments need approval; a looser policy starts later",
  permission: "own",
  stepUp: true,
  withoutApproval: true,
  request: {
    body: z.object({
      amountMax: limit.describe("A payment above it needs approval.").optional(),
      dayMax: limit.describe("What takes the sum of a day in Lagos above it needs approval.").optional(),
      newDestinations: z.boolean({ error: "must be true or false" }),
    }),
  },
  success: { status: 200, data: approvalPolicyJson },
  handler: async ({ caller, body: { amountMax, dayMax, newDestinations } }, { database }) => {
    const decision = await set(database, {
      tenant: caller,
      newDestinations,
      acting: caller.acting,
      caller: caller.by,
      amountMax: amountMax?.value ?? null,
      dayMax: dayMax?.value ?? null,
    });
    if (decision.outcome === "too_few")
      throw invalid({ approvers: "must be two people or more: owners, or people with the role approver" });
    return { data: decision.policy };
  },
});
