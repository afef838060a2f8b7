import { z } from "zod";
import { payoutJson, type PayoutJson } from "../../sql/payouts/payout-json.ts";
import type { PayoutDecision } from "../../sql/payouts/payouts.ts";
import { enquireName } from "../banks/enquire-name.ts";
import { keyConflict, needIdempotencyKey, requiredIdempotencyKey } from "../http/idempotency-key.ts";
import { referenceConflict } from "../http/own-fields/reference-conflict.ts";
import { accountRefused } from "./account-refused.ts";
import { payoutBody } from "./payout-fields.ts";
import { invalid, Problem, rightLost } from "../http/problems.ts";
import { requireLeast } from "../http/require-least.ts";
import { route, type RouteResult } from "../http/route.ts";

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
    if (decision.outcome === "reference_conflict")
      throw await referenceConflict(context.database, "payouts", caller, body);
    return resultOf(decision, body);
  },
});

/** `requested`: what the request had for the account, of which a problem names the member. */
function resultOf(
  decision: Exclude<PayoutDecision, { outcome: "reference_conflict" }>,
  requested: { destination?: unknown; payoutAccountId?: unknown },
): RouteResult<PayoutJson> {
  switch (decision.outcome) {
    case "accepted":
      return { data: decision.payout };
    case "replayed":
      return { data: decision.payout, headers: { "idempotency-replayed": "true" } };
    case "right_lost":
      throw rightLost(decision.details.code);
    case "key_conflict":
      throw keyConflict();
    case "payout_account_not_found":
    case "payout_account_removed":
    case "bank_closed":
      throw accountRefused(decision.outcome, requested);
    case "destination_required":
      throw new Problem("PAYOUT_DESTINATION_REQUIRED", "Provide a destination, or set a default account.");
    case "payouts_frozen":
      throw new Problem(
        "PAYOUTS_FROZEN",
        "Payouts are paused. Nothing was sent. Try again later with the same Idempotency-Key.",
      );
    case "destination_blocked":
      throw new Problem("DESTINATION_BLOCKED", "Payouts to this account aren't allowed. Nothing was sent.");
    case "name_mismatch":
      throw invalid({ "destination.accountName": "must be the name that verify-account returns, unchanged" });
    case "insufficient_balance":
      throw new Problem("INSUFFICIENT_BALANCE", "Your available balance doesn't cover the payout and fee.", {
        details: decision.details,
      });
    case "amount_limit_exceeded":
      throw new Problem("AMOUNT_LIMIT_EXCEEDED", "The amount is above your limit for a single payout.", {
        details: decision.details,
      });
    case "day_limit_exceeded":
      throw new Problem("LIMIT_DAILY_EXCEEDED", "The payout exceeds what's left of a daily limit.", {
        details: decision.details,
      });
    case "enquiry_needed":
      throw new Problem("INTERNAL_ERROR", "We couldn't verify this account. Try again.");
  }
}
