import { startPayoutBatch } from "../../sql/payout-batches/payout-batches.ts";
import type { PayoutBatchJson } from "../../sql/payout-batches/payout-batch-json.ts";
import type { z } from "zod";
import type { Context } from "../context.ts";
import type { Caller } from "../http/caller.ts";
import { conflict, notFound, Problem, type ProblemCode } from "../http/problems.ts";
import { leastPayout } from "../http/require-least.ts";
import { payoutRefused } from "../payouts/create-payout.ts";
import type { startBody } from "./batch-fields.ts";

/** The errors of a start or retry. */
export const startErrors = [
  "NOT_FOUND",
  "STATE_CONFLICT",
  "BATCH_NOT_READY",
  "BATCH_NEEDS_CONFIRMATION",
  "BATCH_TOTAL_CHANGED",
  "INSUFFICIENT_BALANCE",
  "LIMIT_DAILY_EXCEEDED",
  "PAYOUTS_FROZEN",
] as const satisfies ProblemCode[];

type Start = { reference: string; retries: boolean } & z.output<typeof startBody>;

/** Starts a batch, or its failed items again: reserves the money of all at once. */
export async function startBatch(
  context: Context,
  caller: Caller,
  {
    reference,
    retries,
    confirmClose,
    allowDuplicates,
    expectedDuplicates,
    skipInvalid,
    expectedTotal,
  }: Start,
): Promise<{ data: PayoutBatchJson }> {
  const decision = await startPayoutBatch(context.database, {
    tenant: caller,
    reference,
    retries,
    confirmsClose: confirmClose,
    allowsDuplicates: allowDuplicates,
    expectedDuplicates,
    skipsInvalid: skipInvalid,
    expectedTotal: expectedTotal?.value,
    least: leastPayout(context, caller.environment),
    acting: caller.acting,
    caller: caller.by,
  });
  switch (decision.outcome) {
    case "started":
      return { data: decision.batch };
    case "not_found":
      throw notFound();
    case "not_ready":
      throw new Problem(
        "BATCH_NOT_READY",
        "The accounts' names are being checked. Try again once it's ready.",
      );
    case "wrong_state":
      throw conflict(
        retries
          ? "Only a completed batch can be retried."
          : "This batch was started, canceled, or could not be checked.",
      );
    case "nothing_to_pay":
      throw conflict(retries ? "No item can be retried." : "No item of this batch can be paid.");
    case "needs_confirmation":
      throw new Problem(
        "BATCH_NEEDS_CONFIRMATION",
        "Confirm the names, allow for duplicates or leave out invalid items first. Nothing was started.",
        { details: decision.details },
      );
    case "total_changed":
      throw new Problem("BATCH_TOTAL_CHANGED", "The batch has another total. Nothing was started.", {
        details: decision.details,
      });
    case "payouts_frozen":
      throw payoutRefused({ outcome: "payouts_frozen" }, {});
    case "insufficient_balance":
    case "day_limit_exceeded":
      throw payoutRefused(decision, {});
  }
}
