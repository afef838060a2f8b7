import { z } from "zod";
import { payoutJson } from "../../sql/payouts/payout-json.ts";
import type { PayoutDecision } from "../../sql/payouts/payouts.ts";
import { enquireName } from "../banks/enquire-name.ts";
import { keyConflict, needIdempotencyKey, requiredIdempotencyKey } from "../http/idempotency-key.ts";
import { referenceConflict } from "../http/own-fields/reference-conflict.ts";
import { payoutBody } from "./payout-fields.ts";
import { invalid, notFound, Problem, rightLost } from "../http/problems.ts";
import { requireLeast } from "../http/require-least.ts";
import { route } from "../http/route.ts";

/**
 * Reserves the money and queues the payout; a worker sends it. For a saved account, or after a recent name enquiry,
 * this is one round trip to the database. Otherwise a name enquiry comes first.
 */
export const createPayout = route({
  method: "post",
  path: "/v1/payouts",
  summary: "Create a payout",
  scope: "payouts:write",
  request: {
    headers: z.object({ "idempotency-key": requiredIdempotencyKey }),
    body: payoutBody,
  },
  success: { status: 201, data: payoutJson },
  responseHeaders: ["Idempotency-Replayed"],
  errors: [
    "IDEMPOTENCY_KEY_REQUIRED",
    "IDEMPOTENCY_KEY_CONFLICT",
    "MERCHANT_REFERENCE_CONFLICT",
    "INSUFFICIENT_BALANCE",
    "AMOUNT_LIMIT_EXCEEDED",
    "LIMIT_DAILY_EXCEEDED",
    "PAYOUT_DESTINATION_REQUIRED",
    "PAYOUTS_FROZEN",
    "DESTINATION_BLOCKED",
    "NOT_FOUND",
  ],
  handler: async ({ caller, headers, body, hashBody }, context) => {
    // The caller's merchant comes last, so that no field of a body can replace it.
    const request = {
      ...body,
      amount: body.amount.value,
      merchantId: caller.merchantId,
      environment: caller.environment,
      idempotencyKey: needIdempotencyKey(headers["idempotency-key"]),
      requestHash: hashBody(),
      caller: caller.by,
      acting: caller.acting,
    };
    requireLeast(context, { ...request, operation: "payout" }, { "amount.value": request.amount });
    const decide = () => context.payoutBatches.accept(context, request);

    let decision = await decide();
    if (decision.outcome === "enquiry_needed" && body.destination !== undefined) {
      await enquireName(context, caller, body.destination, "destination.bankCode");
      decision = await decide();
    }
    switch (decision.outcome) {
      case "accepted":
        return { data: decision.payout };
      case "replayed":
        return { data: decision.payout, headers: { "idempotency-replayed": "true" } };
      case "reference_conflict":
        throw await referenceConflict(context.database, "payouts", caller, body);
      default:
        throw payoutRefused(decision, body);
    }
  },
});

const problems = {
  destination_required: ["PAYOUT_DESTINATION_REQUIRED", "Provide a destination, or set a default account."],
  payouts_frozen: ["PAYOUTS_FROZEN", "Payouts and refunds are paused. Nothing was sent. Try again later."],
  destination_blocked: ["DESTINATION_BLOCKED", "Payouts to this account aren't allowed. Nothing was sent."],
  insufficient_balance: ["INSUFFICIENT_BALANCE", "Your available balance doesn't cover the amount and fee."],
  amount_limit_exceeded: ["AMOUNT_LIMIT_EXCEEDED", "The amount is above your limit for a single payout."],
  day_limit_exceeded: ["LIMIT_DAILY_EXCEEDED", "The amount exceeds what's left of a daily limit."],
} as const;

/** The refusal of a payout, quote or refund. `requested`: what the request had for the account, to name the member. */
export function payoutRefused(
  decision: Exclude<PayoutDecision, { outcome: "accepted" | "replayed" | "reference_conflict" }>,
  requested: { destination?: unknown; payoutAccountId?: unknown },
): Problem {
  switch (decision.outcome) {
    case "right_lost":
      return rightLost(decision.details.code);
    case "key_conflict":
      return keyConflict();
    case "payout_account_not_found":
      return notFound();
    case "payout_account_removed":
      return invalid({ payoutAccountId: "must be a saved account: this one was removed" });
    case "bank_closed":
      if (requested.destination !== undefined)
        return invalid({ "destination.bankCode": "must be the code of a bank of GET /v1/banks" });
      if (requested.payoutAccountId !== undefined)
        return invalid({ payoutAccountId: "must be an account at another bank: this bank has closed" });
      return invalid({ destination: "is required: the default payout account's bank has closed" });
    case "name_mismatch":
      return invalid({
        "destination.accountName": "must be the name that verify-account returns, unchanged",
      });
    case "enquiry_needed":
      return new Problem("INTERNAL_ERROR", "We couldn't verify this account. Try again.");
    default: {
      const [code, message] = problems[decision.outcome];
      return new Problem(code, message, "details" in decision ? { details: decision.details } : {});
    }
  }
}
