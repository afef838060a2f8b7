import { z } from "zod";
import { environmentJson, timestampJson } from "../formats/public-json.ts";
import { moneyJson } from "../ledger/money.ts";
import { payoutJson } from "../payouts/payout-json.ts";

/** A payment that waits for approval, as the API shows it; made by SQL's approval_json. */
export const approvalJson = z
  .object({
    reference: z.string().describe("The reference of the payout, batch, refund or unmatched credit."),
    kind: z
      .enum(["payout", "batch", "refund", "accept"])
      .describe("What happens once it's approved. accept: an unmatched credit is added to your balance."),
    decision: z
      .enum(["approved", "rejected"])
      .describe("Only in the response to a decision: nothing that was decided is listed.")
      .optional(),
    reasons: z
      .array(z.enum(["amount", "day", "new_destination"]))
      .describe(
        "Why it needs approval. amount: it's above your policy's amount. day: with it, the day's sum is above your policy's. new_destination: no payout of yours to this account has succeeded.",
      ),
    amount: moneyJson,
    fee: moneyJson.describe("What it costs, with taxes. Absent for an accept.").optional(),
    batch: z
      .object({ name: z.string().optional(), items: z.int() })
      .describe("What is approved at once, for a batch.")
      .optional(),
    destination: payoutJson.shape.destination.optional(),
    collection: z
      .string()
      .describe("The refunded collection, or the one that an accept completes.")
      .optional(),
    makers: z
      .array(z.object({ reference: z.string(), name: z.string() }))
      .describe(
        "Who requested it, made the key that did, or wrote items of the batch. They can't approve it.",
      ),
    key: z.string().describe("The API key that requested it.").optional(),
    environment: environmentJson,
    createdAt: timestampJson,
    expiresAt: timestampJson.describe("When it's canceled without a decision: after 72 hours."),
  })
  .meta({ id: "Approval", description: "A payment that waits for a second person's approval." });

export type ApprovalJson = z.output<typeof approvalJson>;

const rules = {
  amountMax: moneyJson.describe("A payment above it needs approval. Absent: no such limit.").optional(),
  dayMax: moneyJson
    .describe("What takes the sum of a day in Lagos above it needs approval. Absent: no such limit.")
    .optional(),
  newDestinations: z
    .boolean()
    .describe("Whether payments to an account that no payout has reached need approval."),
};
const person = z.object({ reference: z.string(), name: z.string() });

/** A merchant's approval policy, as the dashboard shows it; made by SQL's approval_policy_json. */
export const approvalPolicyJson = z
  .object({
    policy: z.object({ ...rules, startsAt: timestampJson.describe("Since when.").optional() }),
    next: z
      .object({
        ...rules,
        startsAt: timestampJson
          .describe("Absent: another owner has to set the same policy first.")
          .optional(),
        setBy: z.string().describe("The owner, by reference.").optional(),
      })
      .describe("A looser policy that waits to start.")
      .optional(),
    approvers: z.array(person.extend({ role: z.string() })).describe("Who may approve payments."),
    keysWithoutApprover: z
      .array(person)
      .describe("API keys whose payments nobody can approve, because their maker is the only approver."),
  })
  .meta({ id: "ApprovalPolicy", description: "Which payments need approval, and who may approve them." });

export type ApprovalPolicyJson = z.output<typeof approvalPolicyJson>;
