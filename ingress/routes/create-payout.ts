import { z } from "zod";
import { acceptPayouts, type PayoutDecision } from "../../sql/queries/payouts.ts";
import { enquireName } from "../enquire-name.ts";
import { accountName, accountNumber, bankCode, metadata, narration, payoutAmount } from "../fields.ts";
import { invalid, Problem } from "../problems.ts";
import { payout } from "../resources/payout.ts";
import { route, type Answer } from "../route.ts";

const keyForm = "must be sent once: 1 to 255 printable ASCII characters";

/**
 * Reserves the money and queues the payout; a worker sends it. With a fresh enquiry this is one round trip to the
 * database. Without one the bank is asked who holds the account first, and the payout decided after.
 */
export const createPayout = route({
  method: "post",
  path: "/v1/payouts",
  summary: "Send money to a bank account",
  scope: "payouts:write",
  request: {
    headers: z.object({
      "idempotency-key": z
        .string({ error: keyForm })
        .regex(/^[\x20-\x7e]{0,255}$/, keyForm)
        .optional(),
    }),
    body: z.object({
      amount: payoutAmount,
      destination: z
        .object(
          { bankCode, accountNumber, accountName },
          "must be an object: {bankCode, accountNumber, accountName}",
        )
        .optional(),
      // No account can be saved yet, so that no id names one.
      payoutAccountId: z
        .undefined("must be the id of a saved payout account, in place of destination")
        .optional(),
      narration: narration.optional(),
      metadata: metadata.optional(),
    }),
  },
  response: { 201: payout },
  errors: [
    "IDEMPOTENCY_KEY_REQUIRED",
    "IDEMPOTENCY_KEY_CONFLICT",
    "INSUFFICIENT_BALANCE",
    "AMOUNT_LIMIT_EXCEEDED",
    "PAYOUT_DESTINATION_REQUIRED",
  ],
  handler: async ({ caller, headers, body, bodyHash }, context) => {
    const idempotencyKey = headers["idempotency-key"];
    if (idempotencyKey === undefined || idempotencyKey === "") {
      throw new Problem(
        "IDEMPOTENCY_KEY_REQUIRED",
        "Send an Idempotency-Key header, the same one for every retry.",
      );
    }
    const { amount, destination, narration, metadata } = body;
    const decide = async () => {
      const [decision] = await acceptPayouts(context.database, [
        {
          merchantId: caller.merchantId,
          environment: caller.environment,
          idempotencyKey,
          requestHash: bodyHash,
          amount: amount.value,
          ...(destination ?? { bankCode: "", accountNumber: "", accountName: "" }),
          narration,
          metadata,
        },
      ]);
      return decision!;
    };

    let decision = await decide();
    if (decision.outcome === "enquiry_needed") {
      // Only now: a replay or a conflict of the key is told without looking at the destination.
      if (destination === undefined) throw destinationRequired();
      await enquireName(context, caller, destination, "destination.bankCode");
      decision = await decide();
    }
    return answerFor(decision);
  },
});

const destinationRequired = () =>
  new Problem("PAYOUT_DESTINATION_REQUIRED", "Name a destination: no default payout account is set.");

function answerFor(decision: PayoutDecision): Answer {
  switch (decision.outcome) {
    case "accepted":
      return { data: decision.payout };
    case "replayed":
      return { data: decision.payout, headers: { "idempotency-replayed": "true" } };
    case "key_conflict":
      throw new Problem("IDEMPOTENCY_KEY_CONFLICT", "This Idempotency-Key was used with a different body.");
    case "name_mismatch":
      throw invalid({ "destination.accountName": "must be the name that verify-account returns, unchanged" });
    case "insufficient_balance":
      throw new Problem(
        "INSUFFICIENT_BALANCE",
        "The available balance does not cover the payout and its fee.",
      );
    case "amount_limit_exceeded":
      throw new Problem(
        "AMOUNT_LIMIT_EXCEEDED",
        "The amount is above what this merchant may pay out at once.",
      );
    case "enquiry_needed":
      throw new Problem("INTERNAL_ERROR", "The account could not be verified. Try again.");
  }
}
