import { z } from "zod";
import { refundJson } from "../../sql/refunds/refund-json.ts";
import { acceptRefund } from "../../sql/refunds/refunds.ts";
import { needIdempotencyKey, requiredIdempotencyKey } from "../http/idempotency-key.ts";
import { invalid, notFound, Problem } from "../http/problems.ts";
import { leastPayout } from "../http/require-least.ts";
import { route } from "../http/route.ts";
import { payoutRefused } from "../payouts/create-payout.ts";
import { isVerified } from "./is-verified.ts";
import { refundBody } from "./refund-fields.ts";

/**
 * Reserves the money and queues the refund; a worker sends it as it sends a payout. Unless the account was verified a
 * moment ago, a name enquiry comes first. A payer's account that its bank does not confirm is left out: the refund then
 * needs a destination.
 */
export const createRefund = route({
  method: "post",
  path: "/v1/refunds",
  summary: "Refund a collection",
  scope: "refunds:write",
  request: {
    headers: z.object({ "idempotency-key": requiredIdempotencyKey }),
    body: refundBody,
  },
  success: { status: 201, data: refundJson },
  responseHeaders: ["Idempotency-Replayed"],
  errors: [
    "IDEMPOTENCY_KEY_REQUIRED",
    "IDEMPOTENCY_KEY_CONFLICT",
    "REFUND_EXCEEDS_RECEIVED",
    "INSUFFICIENT_BALANCE",
    "AMOUNT_LIMIT_EXCEEDED",
    "LIMIT_DAILY_EXCEEDED",
    "PAYOUTS_FROZEN",
    "DESTINATION_BLOCKED",
    "STATE_CONFLICT",
    "NOT_FOUND",
  ],
  handler: async ({ caller, headers, body, hashBody }, context) => {
    const least = leastPayout(context, caller.environment);
    const { amount, destination, ...rest } = body;
    const request = {
      ...rest,
      ...destination,
      amount: amount?.value ?? null,
      least,
      idempotencyKey: needIdempotencyKey(headers["idempotency-key"]),
      requestHash: hashBody(),
      tenant: caller,
      acting: caller.acting,
      caller: caller.by,
    };
    let decision = await acceptRefund(context.database, request);
    if (decision.outcome === "enquiry_needed") {
      const isUnresolved = !(await isVerified(context, caller, decision.details, destination !== undefined));
      decision = await acceptRefund(context.database, { ...request, isUnresolved });
    }
    switch (decision.outcome) {
      case "accepted":
        return { data: decision.refund };
      case "replayed":
        return { data: decision.refund, headers: { "idempotency-replayed": "true" } };
      case "not_found":
        throw notFound();
      case "not_refundable":
        throw new Problem("STATE_CONFLICT", "Only a succeeded collection in naira can be refunded.");
      case "too_many":
        throw new Problem("STATE_CONFLICT", "A collection can have at most 100 refunds.");
      case "below_minimum":
        throw invalid({ "amount.value": `must be at least ${least} kobo` });
      case "exceeds_received":
        throw new Problem("REFUND_EXCEEDS_RECEIVED", "The collection has less than that left to refund.", {
          details: decision.details,
        });
      default:
        throw payoutRefused(decision, body);
    }
  },
});
