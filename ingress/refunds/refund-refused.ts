import type { RefundRefusal } from "../../sql/refunds/refunds.ts";
import { accountRefused } from "../payouts/account-refused.ts";
import { invalid, notFound, Problem } from "../http/problems.ts";

/** The refusal of a refund, or of its destination, as the caller gets it. */
export function refundRefused(decision: RefundRefusal): Problem {
  switch (decision.outcome) {
    case "not_found":
      return notFound();
    case "bank_closed":
      return accountRefused("bank_closed", { destination: true });
    case "payouts_frozen":
      return new Problem(
        "PAYOUTS_FROZEN",
        "Payouts and refunds are paused. Nothing was done. Try again later.",
      );
    case "destination_blocked":
      return new Problem("DESTINATION_BLOCKED", "Refunds to this account aren't allowed. Nothing was done.");
    case "name_mismatch":
      return invalid({
        "destination.accountName": "must be the name that verify-account returns, unchanged",
      });
    case "day_limit_exceeded":
      return new Problem("LIMIT_DAILY_EXCEEDED", "The refund exceeds what's left of a daily limit.", {
        details: decision.details,
      });
    case "enquiry_needed":
      return new Problem("INTERNAL_ERROR", "We couldn't verify this account. Try again.");
  }
}
