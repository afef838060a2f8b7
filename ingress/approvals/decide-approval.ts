import { decideApproval as decide } from "../../sql/approvals/approvals.ts";
import type { ApprovalJson } from "../../sql/approvals/approval-json.ts";
import type { Context } from "../context.ts";
import type { Caller } from "../http/caller.ts";
import { text } from "../http/fields.ts";
import { conflict, notFound, Problem } from "../http/problems.ts";

/** The reference of a payment that may need approval. */
export const approvalReference = text(
  /^(?:pyt|bat|rfd|crd)_[0-7][0-9a-hjkmnp-tv-z]{25}$/,
  "must be the reference of a payout, batch, refund or unmatched credit",
);

/** Approves or rejects what waits for approval. */
export async function decideApproval(
  { database }: Pick<Context, "database">,
  caller: Caller,
  decision: { reference: string; approves: boolean },
): Promise<{ data: ApprovalJson }> {
  const { acting, by } = caller;
  const decided = await decide(database, { tenant: caller, ...decision, acting, caller: by });
  switch (decided.outcome) {
    case "decided":
      return { data: decided.approval };
    case "not_found":
      throw notFound();
    case "own":
      throw new Problem(
        "APPROVAL_SELF",
        "You requested this payment, or made or changed its batch. Somebody else has to decide.",
      );
    case "not_waiting":
      throw conflict("This payment doesn't wait for approval.");
    case "bank_closed":
      throw conflict("The recipient's bank has closed. Reject this payment.");
    case "taken_back":
      throw conflict("The payer's bank is taking this payment back, or may. Reject it or contact support.");
    case "not_completed":
      throw conflict("This payment doesn't complete its collection any more. Reject it.");
    case "destination_blocked":
      throw new Problem(
        "DESTINATION_BLOCKED",
        "Payouts to this account aren't allowed. Reject this payment.",
      );
  }
}
