import { z } from "zod";
import { environments } from "../ledger/money.ts";
import type { Connection } from "../database.ts";
import type { PayoutJson } from "../payouts/payout-json.ts";
import { sql } from "../sql-tag.ts";
import { actingAs, type Acting } from "./audit-log.ts";
import type { Tenant } from "./tenant.ts";

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
      "insufficient_balance",
      "amount_limit_exceeded",
    ]),
    payout: z.null(),
  }),
  z.object({ outcome: z.literal("bank_closed"), payout: z.null() }),
]);
/** An outcome of SQL's accept_payouts(), which documents them; `payout` is the public JSON. */
export type PayoutDecision = z.output<typeof decision>;

/** Decides a batch of requests, of any merchants, in one round trip and one transaction; returns them in order. */
export async function acceptPayouts(
  connection: Connection,
  requests: readonly PayoutRequest[],
): Promise<readonly PayoutDecision[]> {
  const items = requests.map(({ merchantId, requestHash, amount, destination, ...rest }) => ({
    ...rest,
    ...destination,
    merchantId: String(merchantId),
    requestHash: requestHash.toString("hex"),
    amount: String(amount),
  }));
  return connection.any(sql.type(decision)`
    select outcome, payout from accept_payouts(${sql.jsonb(items)}) order by ordinal`);
}

const cancellation = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("canceled"), payout: z.custom<PayoutJson>() }),
  z.object({ outcome: z.enum(["not_pending", "not_found"]), payout: z.null() }),
]);

/** Cancels a payout that no worker has claimed. */
export async function cancelPayout(
  connection: Connection,
  { merchantId, environment }: Tenant,
  reference: string,
) {
  return connection.one(sql.type(cancellation)`
    select outcome, payout from cancel_payout(${merchantId}, ${environment}, ${reference})`);
}

const claimedPayout = z.object({
  id: z.bigint(),
  reference: z.string(),
  environment: z.enum(environments),
  /** When it was claimed. A final one is asked about after a success, and when an operator wants to know. */
  status: z.enum(["processing", "succeeded", "failed", "reversed"]),
  fence: z.bigint(),
  amount: z.bigint(),
  currency: z.string(),
  bankCode: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  narration: z.string().nullable(),
});
/**
 * A payout that this run may act on, with the transfer that a gateway is asked to make. The transfer is the same
 * at every attempt: a provider may compare the details of a repeated reference.
 */
export type ClaimedPayout = z.output<typeof claimedPayout>;

const claimedColumns = sql.fragment`
  id, reference, environment, status, fence, amount, currency, bank_code as "bankCode",
  account_number as "accountNumber", account_name as "accountName", narration`;

/** Claims a pending payout, which is then 'processing'; null if it is not pending. */
export async function claimPayout(connection: Connection, id: bigint): Promise<ClaimedPayout | null> {
  return connection.maybeOne(sql.type(claimedPayout)`select ${claimedColumns} from claim_payout(${id})`);
}

/** Claims a payout that the provider is to be asked about now; null if there is nothing to ask, or not yet. */
export async function claimPayoutConfirmation(
  connection: Connection,
  id: bigint,
): Promise<ClaimedPayout | null> {
  return connection.maybeOne(
    sql.type(claimedPayout)`select ${claimedColumns} from claim_payout_confirmation(${id})`,
  );
}

export type PayoutEnd =
  | { kind: "succeeded"; confirmAgainAfterMs?: number | undefined }
  | { kind: "failed"; code: string; message: string }
  | { kind: "reversed" };

/**
 * Stores how a claimed payout ended, with its journal and event. A claim writes one result. 'stale': a newer claim
 * decides, or it had ended so before. 'contradiction': the provider changed a final result; no money moved, and the
 * payout is marked for review.
 */
export async function finishPayout(
  connection: Connection,
  { id, fence }: Pick<ClaimedPayout, "id" | "fence">,
  end: PayoutEnd,
): Promise<"done" | "stale" | "contradiction"> {
  const failure = end.kind === "failed" ? end : null;
  const confirmAgainAfterMs = end.kind === "succeeded" ? (end.confirmAgainAfterMs ?? null) : null;
  return connection.oneFirst(sql.type(z.object({ result: z.enum(["done", "stale", "contradiction"]) }))`
    select finish_payout(
      ${id}, ${fence}, ${end.kind}, ${failure?.code ?? null}, ${failure?.message ?? null},
      ${confirmAgainAfterMs}::double precision * interval '1 millisecond'
    ) as result`);
}

/**
 * Schedules the next question about a payout whose state the provider could not give, and returns its time; null
 * after the last one (the payout is then marked for review) or if a newer claim decides.
 */
export async function schedulePayoutConfirmation(
  connection: Connection,
  { id, fence }: Pick<ClaimedPayout, "id" | "fence">,
): Promise<Date | null> {
  return connection.oneFirst(sql.type(z.object({ next: z.date().nullable() }))`
    select schedule_payout_confirmation(${id}, ${fence}) as next`);
}

const verdict = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("decided"), payout: z.custom<PayoutJson>() }),
  z.object({
    outcome: z.enum(["not_found", "no_decision_needed", "not_covered", "moved_before"]),
    payout: z.null(),
  }),
]);

/** Decides how a payout that needs a person ended. SQL's decide_payout() says what follows from it. */
export async function decidePayout(
  connection: Connection,
  reference: string,
  outcome: "succeeded" | "failed",
  acting: Acting,
): Promise<z.output<typeof verdict>> {
  return connection.one(sql.type(verdict)`
    select outcome, payout from decide_payout(${reference}, ${outcome}, ${actingAs(acting)})`);
}
