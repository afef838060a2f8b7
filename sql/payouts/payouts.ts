import { z } from "zod";
import { environments, moneyJson } from "../ledger/money.ts";
import type { Connection } from "../process/database.ts";
import { notSentReasons } from "./not-sent-reasons.ts";
import { payoutPurposes, type PayoutJson, type PayoutPurpose } from "../payouts/payout-json.ts";
import type { Acting } from "../audit-log/acting.ts";
import { lostRights, type RequestedBy } from "../keys/callers.ts";
import { call } from "../process/call.ts";
import type { Tenant } from "../merchants/tenant.ts";

export type PayoutRequest = Tenant & {
  idempotencyKey: string;
  /** SHA-256 over the canonical form of the whole body. */
  requestHash: Buffer;
  /** In kobo. */
  amount: bigint;
  /** The bank account; if absent, the saved account of payoutAccountId, or the default one. */
  destination?: { bankCode: string; accountNumber: string; accountName: string } | undefined;
  payoutAccountId?: string | undefined;
  narration?: string | undefined;
  /** Without it the payout is for 'other'. */
  purpose?: PayoutPurpose | undefined;
  merchantReference?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  /** The caller: refused as 'right_lost' if its right has ended. Undefined in tests that need no key. */
  caller: RequestedBy | undefined;
  /** The caller. The audit log has people's live payouts. */
  acting: Acting;
  /** The trace of the request, to which the payout, its jobs and events belong. */
  traceId?: string | undefined;
};

/** Why an account that a request names cannot be paid. */
export const refusedAccounts = ["payout_account_not_found", "payout_account_removed", "bank_closed"] as const;

const decision = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["accepted", "replayed"]), payout: z.custom<PayoutJson>() }),
  z.object({
    outcome: z.enum([
      ...refusedAccounts,
      "key_conflict",
      "destination_required",
      "enquiry_needed",
      "name_mismatch",
      "payouts_frozen",
      "destination_blocked",
    ]),
  }),
  z.object({ outcome: z.literal("reference_conflict") }),
  z.object({ outcome: z.literal("right_lost"), details: z.object({ code: z.enum(lostRights) }) }),
  z.object({
    outcome: z.enum(["insufficient_balance", "amount_limit_exceeded", "day_limit_exceeded"]),
    details: z.record(z.string(), z.union([z.string(), z.number(), moneyJson])),
  }),
]);
/** An outcome of SQL's accept_payouts(), which documents them; `payout` and `details` are as the API shows them. */
export type PayoutDecision = z.output<typeof decision>;

const locked = z.object({ outcome: z.literal("locked") });
const accept = call("accept_payouts", z.union([decision, locked]));

/** Decides a batch of requests, of any merchants, in one round trip and one transaction; returns them in order. */
export function acceptPayouts(connection: Connection, batch: readonly PayoutRequest[], waits = true) {
  const requests = batch.map(({ requestHash, destination, acting, caller, ...rest }) => ({
    ...acting,
    ...rest,
    ...destination,
    ...caller,
    requestHash: requestHash.toString("hex"),
  }));
  return accept(connection, { requests, waits });
}

const claimedPayout = z.object({
  id: z.bigint(),
  merchantId: z.bigint(),
  reference: z.string(),
  environment: z.enum(environments),
  /** When it was claimed. A final one is polled after a success, and when an operator requests it. */
  status: z.enum(["processing", "succeeded", "failed", "reversed"]),
  fence: z.bigint(),
  amount: z.bigint(),
  currency: z.string(),
  bankCode: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  narration: z.string().nullable(),
  purpose: z.enum(payoutPurposes),
  sentThrough: z.string(),
  refusedBy: z.array(z.string()),
  refusedFor: z.enum(notSentReasons).nullable(),
  notFoundForMs: z.number(),
  isUnsent: z.boolean(),
  reportedSuccess: z.boolean(),
});
/** A payout that this run may act on. SQL's type claimed_payout says what its members mean. */
export type ClaimedPayout = z.output<typeof claimedPayout>;
type Claim = Pick<ClaimedPayout, "id" | "fence">;

/** Claims pending payouts in one call; returns for each, in order, whether it is claimed, with the claim. */
export const claimPayouts = call(
  "claim_payouts",
  z.discriminatedUnion("outcome", [
    claimedPayout.extend({ outcome: z.literal("claimed") }),
    z.object({ outcome: z.enum(["not_pending", "locked"]) }),
  ]),
);

/** Records that claimed payouts are about to be sent; returns for each, in order, whether it may be. */
export const startPayoutCalls = call("start_payout_calls", {
  outcome: z.enum(["started", "overtaken", "locked"]),
});

/** Claims a payout to poll; null if no poll is due. */
export const claimPayoutConfirmation = call("claim_payout_confirmation", claimedPayout);

/** Claims a payout that its gateway does not know, to send it again; null if it must not be sent now. */
export const claimPayoutResend = call("claim_payout_resend", claimedPayout);

/** Claims a payout that its gateway doesn't have for the next of these gateways; null if it stays as it is. */
export const reroutePayout = call("reroute_payout", claimedPayout);

/** Whether one of these gateways may send a payout later. */
export const mayBeSentElsewhere = call("may_be_sent_elsewhere");

/** Defers a payout that its gateway doesn't have; returns until when, null if it was not deferred. */
export const deferPayout = call("defer_payout", z.date().nullable());

export type PayoutEnd = {
  kind: "succeeded" | "failed" | "reversed";
  /** Of a failure. */
  code?: string;
  message?: string;
  confirmAgainAfterMs?: number | undefined;
};

export type PayoutFinish = { claim: Claim & Partial<Pick<ClaimedPayout, "sentThrough">>; end: PayoutEnd };

const finish = call("finish_payouts", {
  outcome: z.enum(["done", "stale", "contradiction", "locked"]),
  eventId: z.bigint().nullable(),
});

/** Stores how claimed payouts ended in one call; returns what came of each, in order. */
export function finishPayouts(
  connection: Connection,
  finishes: readonly PayoutFinish[],
  { waits, sends }: { waits: boolean; sends: boolean },
) {
  const ends = finishes.map(({ claim: { id, fence, sentThrough }, end }) => ({
    payout_id: id,
    fence,
    outcome: end.kind,
    gateway: sentThrough,
    failure_code: end.code,
    failure_message: end.message,
    confirm_again_after: inMilliseconds(end.confirmAgainAfterMs),
  }));
  return finish(connection, { ends, waits, sends });
}

const inMilliseconds = (ms: number | undefined) => (ms === undefined ? null : `${ms} milliseconds`);

const schedule = call("schedule_payout_confirmation", z.date().nullable());

/** Schedules the next poll of a payout and returns its time; null after the last, or for an old claim. */
export const schedulePayoutConfirmation = (
  connection: Connection,
  { id: payoutId, fence, refusedFor }: Claim & Pick<ClaimedPayout, "refusedFor">,
  { withinMs, ...poll }: { notFound?: boolean; wasPolled?: boolean; withinMs?: number | undefined } = {},
) => schedule(connection, { payoutId, fence, refusedFor, ...poll, within: inMilliseconds(withinMs) });
