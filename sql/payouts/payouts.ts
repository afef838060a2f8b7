import { z } from "zod";
import { environments } from "../ledger/money.ts";
import type { Connection } from "../process/database.ts";
import { notSentReasons, type NotSentReason } from "./not-sent-reasons.ts";
import type { PayoutJson } from "../payouts/payout-json.ts";
import { sql } from "../process/sql-tag.ts";
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
  metadata?: Record<string, unknown> | undefined;
  /** The caller: refused as 'right_lost' if its right has ended. Undefined in tests that need no key. */
  caller: RequestedBy | undefined;
  /** The caller. The audit log has people's live payouts. */
  acting: Acting;
  /** The trace of the request, to which the payout, its jobs and events belong. */
  traceId?: string | undefined;
};

const decision = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["accepted", "replayed"]), payout: z.custom<PayoutJson>() }),
  z.object({
    outcome: z.enum([
      "key_conflict",
      "payout_account_not_found",
      "payout_account_removed",
      "destination_required",
      "enquiry_needed",
      "name_mismatch",
      "payouts_frozen",
      "destination_blocked",
    ]),
    payout: z.null(),
  }),
  z.object({ outcome: z.literal("bank_closed"), payout: z.null() }),
  z.object({
    outcome: z.literal("insufficient_balance"),
    payout: z.null(),
    /** In kobo. */
    details: z.object({ needed: z.int(), available: z.int(), fee: z.int() }),
  }),
  z.object({
    outcome: z.literal("right_lost"),
    payout: z.null(),
    details: z.object({ code: z.enum(lostRights) }),
  }),
  z.object({
    outcome: z.literal("amount_limit_exceeded"),
    payout: z.null(),
    /** In kobo. */
    details: z.object({ limit: z.literal("payout"), most: z.int() }),
  }),
  z.object({
    outcome: z.literal("day_limit_exceeded"),
    payout: z.null(),
    details: z.object({
      limit: z.enum(["day", "accountDay", "accountDayPayouts"]),
      /** In kobo; of accountDayPayouts, payouts. */
      most: z.int(),
      left: z.int(),
    }),
  }),
]);
/** An outcome of SQL's accept_payouts(), which documents them; `payout` is the public JSON. */
export type PayoutDecision = z.output<typeof decision>;

const locked = z.object({ outcome: z.literal("locked"), payout: z.null() });
const accept = call("accept_payouts", z.union([decision, locked]));

/**
 * Decides a batch of requests, of any merchants, in one round trip and one transaction; returns them in order. Without
 * `waits` it waits for nobody: 'locked', and nothing done, where another has locked the accounts.
 */
export const acceptPayouts = (connection: Connection, requests: readonly PayoutRequest[], waits = true) =>
  accept(connection, { requests: itemsOf(requests), waits });

function itemsOf(requests: readonly PayoutRequest[]) {
  return requests.map(({ merchantId, requestHash, amount, destination, acting, caller, ...rest }) => ({
    ...rest,
    ...destination,
    ...personOf(acting),
    ...caller,
    ...(caller !== undefined && "sessionId" in caller && { sessionId: String(caller.sessionId) }),
    merchantId: String(merchantId),
    requestHash: requestHash.toString("hex"),
    amount: String(amount),
  }));
}

/** The members of a request that name the person who asks; none for a key. */
function personOf({ actor, personId, address }: Acting) {
  return personId === undefined ? {} : { actor, personId: String(personId), address };
}

/** Cancels a payout that no worker has claimed. A live one that a person cancels is in the audit log. */
export const cancelPayout = call(
  "cancel_payout",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("canceled"), payout: z.custom<PayoutJson>() }),
    z.object({ outcome: z.enum(["not_pending", "not_found"]), payout: z.null() }),
  ]),
);

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
  /** The gateway that it is sent through. What was sent before that was recorded went through `http`. */
  sentThrough: z.string(),
  /** The gateways that refused it before, for reasons of their own. */
  refusedBy: z.array(z.string()),
  /** Why its gateway, which got it, refused it; null if it did not, or may have accepted it since. */
  refusedFor: z.enum(notSentReasons).nullable(),
});
/** A payout that this run may act on, with its transfer, which is the same at every attempt. */
export type ClaimedPayout = z.output<typeof claimedPayout>;

const claimedColumns = sql.fragment`
  id, merchant_id as "merchantId", reference, environment, status, fence, amount, currency, bank_code as "bankCode",
  account_number as "accountNumber", account_name as "accountName", narration,
  case environment when 'test' then 'sandbox' else coalesce(sent_through, 'http') end as "sentThrough",
  case status when 'processing' then refused_for end as "refusedFor"`;

/** Somebody else has locked what is needed, so nothing was done. */
export type LockedByOther = "locked";

const claimResult = z.discriminatedUnion("result", [
  claimedPayout.extend({ result: z.literal("claimed") }),
  z.object({ result: z.enum(["not_pending", "locked"]) }),
]);

/** Why gateways are in their order, for operators: see rankGateways() of the workers. */
type GatewayChoice = readonly Readonly<Record<string, string | number>>[];

type ClaimOptions = {
  waits: boolean;
  /** Those that can send live payouts, preferred first; the claim chooses, like SQL's choose_gateway. */
  liveGateways?: readonly string[];
  /** Those that may carry out a reference twice: see startPayoutCalls(). */
  mayRepeat?: readonly string[];
  choice?: GatewayChoice;
};

/** With one gateway there is no choice. */
const choiceJson = (choice: GatewayChoice = []) => (choice.length > 1 ? sql.jsonb(choice) : null);

/**
 * Claims pending payouts in one call; returns for each, in order, the claim, or null if it is not pending or was named
 * before. Without `waits`, "locked" stands for one that somebody else has locked: nothing was done with it.
 */
export async function claimPayouts(
  connection: Connection,
  ids: readonly bigint[],
  { waits, liveGateways = [], mayRepeat = [], choice }: ClaimOptions,
): Promise<(ClaimedPayout | null | LockedByOther)[]> {
  const [first, ...others] = liveGateways;
  const rows = await connection.any(sql.type(claimResult)`
    select c.result, p.*
    from claim_payouts(${sql.array(ids, "int8")}, ${waits}, ${first ?? null}, ${sql.array(others, "text")},
      ${choiceJson(choice)}, ${sql.array(mayRepeat, "text")}) c
    cross join lateral (
      select ${claimedColumns}, '{}'::text[] as "refusedBy" from (select (c.payout).*) payout
    ) p
    order by c.ordinal`);
  return rows.map((row) => (row.result === "claimed" ? row : row.result === "locked" ? row.result : null));
}

const start = call("start_payout_calls", { result: z.enum(["started", "overtaken", "locked"]) });

/** Records that claimed payouts are about to be sent; returns for each, in order, whether it may be. */
export async function startPayoutCalls(
  connection: Connection,
  claims: readonly Pick<ClaimedPayout, "id" | "fence">[],
  { waits }: { waits: boolean },
): Promise<(boolean | LockedByOther)[]> {
  const ids = claims.map(({ id }) => id);
  const fences = claims.map(({ fence }) => fence);
  const rows = await start(connection, { payoutIds: ids, fences, waits });
  return rows.map(({ result }) => (result === "locked" ? result : result === "started"));
}

const askedPayout = claimedPayout.extend({
  /** For how long the provider has reported only "not found"; 0 otherwise. */
  notFoundForMs: z.number(),
  /** It was never sent, and its day is not over: send it now instead of polling. */
  isUnsent: z.boolean(),
  /** Its gateway reported a success under an older claim, which is not on record. What it reports now came later. */
  reportedSuccess: z.boolean(),
});
export type PolledPayout = z.output<typeof askedPayout>;

/** Claims a payout to poll; null if no poll is due. */
export async function claimPayoutConfirmation(
  connection: Connection,
  id: bigint,
): Promise<PolledPayout | null> {
  return connection.maybeOne(sql.type(askedPayout)`
    select ${claimedColumns},
      array(select gateway from payout_refusals r where r.payout_id = id and r.gateway <> sent_through) as "refusedBy",
      coalesce(
      extract(epoch from business_now(merchant_id, environment) - not_found_since) * 1000, 0
    )::double precision as "notFoundForMs",
      status = 'processing' and contradicted_by is not distinct from 'succeeded' as "reportedSuccess",
      status = 'processing' and unsent_since is not null
        and next_poll_time(submitted_at, business_now(merchant_id, environment)) is not null as "isUnsent"
    from claim_payout_confirmation(${id})`);
}

const resend = call("claim_payout_resend", z.bigint().nullable());

/** Claims a payout that its gateway does not know, to send it again; null if it must not be sent now. */
export async function claimPayoutResend(
  connection: Connection,
  claim: ClaimedPayout,
): Promise<ClaimedPayout | null> {
  const fence = await resend(connection, { payoutId: claim.id, fence: claim.fence });
  return fence === null ? null : { ...claim, fence, refusedFor: null };
}

/** Why a payout's gateway doesn't have it: its refusal, or no call. `neverLeft`: not a byte reached it. */
export type Unsent = { reason: NotSentReason | "not_called"; neverLeft?: boolean | undefined };

type RerouteOptions = Unsent & {
  gateways: readonly string[];
  /** Those that may carry out a reference twice: see startPayoutCalls(). */
  mayRepeat?: readonly string[];
  choice?: GatewayChoice;
};

const keptReason = ({ reason }: Unsent) => (reason === "not_called" ? null : reason);

/** Claims a payout that its gateway doesn't have for the next of these gateways; null if it stays as it is. */
export async function reroutePayout(
  connection: Connection,
  claim: Pick<ClaimedPayout, "id" | "fence" | "sentThrough">,
  { gateways: next, mayRepeat = [], choice, ...unsent }: RerouteOptions,
): Promise<ClaimedPayout | null> {
  const { id, fence, sentThrough } = claim;
  const reason = keptReason(unsent);
  // The rest of the statement does not see the call's writes.
  const rerouted = await connection.maybeOne(sql.type(claimedPayout)`
    select ${claimedColumns},
      array(select gateway from payout_refusals r where r.payout_id = id and r.gateway <> sent_through) as "refusedBy"
    from reroute_payout(${id}, ${fence}, ${reason}, ${sql.array(next, "text")}, ${unsent.neverLeft ?? false},
      ${choiceJson(choice)}, ${sql.array(mayRepeat, "text")})`);
  const refusedBy = new Set([...(rerouted?.refusedBy ?? []), ...(reason === null ? [] : [sentThrough])]);
  return rerouted && { ...rerouted, refusedBy: [...refusedBy] };
}

const mayBeSent = call("may_be_sent_elsewhere");

/** Whether one of these gateways may send a payout later. */
export const mayBeSentElsewhere = (
  connection: Connection,
  { id }: Pick<ClaimedPayout, "id">,
  others: readonly ClaimedPayout["sentThrough"][],
) => mayBeSent(connection, { payoutId: id, gateways: others });

const deferred = call("defer_payout", z.date().nullable());

/** Defers a payout that its gateway doesn't have; returns until when, null if it was not deferred. */
export async function deferPayout(
  connection: Connection,
  { id, fence }: Pick<ClaimedPayout, "id" | "fence">,
  { soon, needsPerson = false, ...unsent }: Unsent & { soon: boolean; needsPerson?: boolean },
) {
  return deferred(connection, {
    payoutId: id,
    fence,
    reason: keptReason(unsent),
    neverLeft: unsent.neverLeft ?? false,
    soon,
    needsPerson,
  });
}

export type PayoutEnd =
  | { kind: "succeeded"; confirmAgainAfterMs?: number | undefined }
  | { kind: "failed"; code: string; message: string; confirmAgainAfterMs?: number | undefined }
  | { kind: "reversed" };

export type PayoutFinish = {
  claim: Pick<ClaimedPayout, "id" | "fence"> & Partial<Pick<ClaimedPayout, "sentThrough">>;
  end: PayoutEnd;
};

const finishResults = ["done", "stale", "contradiction"] as const;
export type FinishResult = (typeof finishResults)[number];
const finishRow = z.object({ result: z.enum([...finishResults, "locked"]) });

/**
 * Stores how claimed payouts ended in one call; returns the results in order. Without `waits`, "locked" stands for one
 * of which somebody else has locked the payout or its merchant's balance.
 */
export async function finishPayouts(
  connection: Connection,
  finishes: readonly PayoutFinish[],
  { waits }: { waits: boolean },
): Promise<readonly (FinishResult | LockedByOther)[]> {
  const ends = finishes.map(({ claim, end }) => ({
    payout_id: String(claim.id),
    fence: String(claim.fence),
    outcome: end.kind,
    gateway: claim.sentThrough,
    ...(end.kind === "failed" && { failure_code: end.code, failure_message: end.message }),
    ...(end.kind !== "reversed" &&
      end.confirmAgainAfterMs !== undefined && {
        confirm_again_after: `${end.confirmAgainAfterMs} milliseconds`,
      }),
  }));
  return connection.anyFirst(sql.type(finishRow)`
    select result
    from finish_payouts(
      array(
        select jsonb_populate_record(null::payout_end, item.json)
        from jsonb_array_elements(${sql.jsonb(ends)}) with ordinality item (json, n) order by item.n
      ),
      ${waits}
    ) order by ordinal`);
}

type QuestionOptions = { notFound?: boolean; wasPolled?: boolean; withinMs?: number | undefined };

const schedule = call("schedule_payout_confirmation", z.date().nullable());

/** Schedules the next poll of a payout and returns its time; null after the last, or for an old claim. */
export async function schedulePayoutConfirmation(
  connection: Connection,
  { id, fence, refusedFor }: Pick<ClaimedPayout, "id" | "fence" | "refusedFor">,
  { notFound = false, wasPolled = true, withinMs }: QuestionOptions = {},
) {
  const within = withinMs === undefined ? null : `${withinMs} milliseconds`;
  return schedule(connection, { payoutId: id, fence, notFound, wasPolled, refusedFor, within });
}

/** Decides the result of a payout that needs a person. */
export const decidePayout = call(
  "decide_payout",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("decided"), payout: z.custom<PayoutJson>() }),
    z.object({
      outcome: z.enum(["not_found", "no_decision_needed", "not_covered", "moved_before"]),
      payout: z.null(),
    }),
  ]),
);
