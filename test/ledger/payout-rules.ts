import { expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import type { Fees, Payout, Transaction, World } from "./ledger-world.ts";

/** What a merchant's books have to show of a movement. */
export type Movement = { source: string; kind: string; amount: number; fees: Fees };

/** What a live payout or refund costs. The tables of the database say so too: this says it apart from them. */
function feesOf({ tenant, amount, purpose, collection }: Payout, isExempt: boolean): Fees {
  const price =
    collection !== undefined ? 0 : amount > 5_000_000n ? 5_000 : amount > 500_000n ? 2_500 : 1_000;
  const vat = Math.floor((price * 75 + 500) / 1_000);
  const owesDuty = amount >= 1_000_000n && !(purpose === "salary" && isExempt);
  const fees = { service: price, vat, ...(owesDuty ? { stamp_duty: 5_000 } : {}) };
  return tenant.environment === "live"
    ? fees
    : Object.fromEntries(Object.keys(fees).map((kind) => [kind, 0]));
}

/** Every status that a payout has had, by what was done with it. */
export function historyOf(payout: Payout): string[] {
  const { neededDestination, approval, sends, cancellations, ends, decisions } = payout;
  const waits =
    neededDestination === "still"
      ? "needs_destination"
      : approval === "needed"
        ? "awaiting_approval"
        : "pending";
  const history = [cancellations > 0 ? "canceled" : sends > 0 ? "processing" : waits];
  // A reversal that is heard of first says that there was a success. Nothing is automatic once a person has decided.
  if (ends.includes("succeeded") || ends.includes("reversed")) history.push("succeeded");
  history.push(...ends.filter((end) => end !== "succeeded"));
  for (const decision of decisions) {
    const isPaid = ["succeeded", "reversed"].includes(history.at(-1)!);
    const next = decision === "succeeded" ? decision : isPaid ? "reversed" : "failed";
    if (next !== history.at(-1)) history.push(next);
  }
  return history;
}

/** What is kept of a payout's charges: they are ours, and its taxes owed, once it succeeded, but for a refund. */
export function keptOf(payout: Payout, kind: string): bigint {
  const history = historyOf(payout);
  if (!history.includes("succeeded")) return 0n;
  const refunded = history.at(-1) === "reversed" ? payout.refunded?.[kind] : 0;
  return BigInt((payout.fees[kind] ?? 0) - (refunded ?? 0));
}

/** A payout ends as its worker was told, once, or as a person decided, and its merchant hears of exactly that. */
export async function expectPayoutsAsTold({ database, payouts }: World): Promise<void> {
  const keys = payouts.map(({ tenant, key }) => `${tenant.merchantId} ${tenant.environment} ${key}`);
  expect(new Set(keys).size, "one payout for each key").toBe(keys.length);
  const row = z.object({ status: z.string(), events: z.array(z.string()) });
  const check = async (payout: Payout) => {
    const end = await database.one(sql.type(row)`
      select p.status, array(
        select e.type from events e
        where e.merchant_id = p.merchant_id and event_body(e)::json -> 'data' ->> 'reference' = p.reference
        order by e.id
      ) as events
      from payouts p where p.id = ${payout.id}`);
    const { sends, ends, cancellations } = payout;
    expect([sends, cancellations]).toBeOneOf([
      [0, 0],
      [0, 1],
      [1, 0],
    ]);
    const history = historyOf(payout);
    const isRefund = payout.collection !== undefined;
    const isRefused = payout.approval === "rejected" || payout.approval === "expired";
    const told = [
      ...(payout.neededDestination === undefined ? [] : ["needs_destination"]),
      ...(payout.approval === undefined ? [] : ["awaiting_approval"]),
      ...((isRefund || isRefused) && cancellations > 0 ? ["canceled"] : []),
      ...history.slice(1),
    ];
    expect(end).toEqual({
      status: history.at(-1),
      events: told.map((status) => `${kindOf(payout)}.${status}`),
    });
    expect(ends.toSorted().join(" ")).toBeOneOf([
      ...["", "failed", "succeeded", "reversed", "reversed succeeded"],
    ]);
    expect(payout.overwritten, "a claim that was taken over decides nothing").toBe(0);
    const { fees, isExempt } = payout;
    const prices = [true, false].map((one) => feesOf(payout, isExempt ?? one));
    expect(prices, "a payout costs what its moment says").toContainEqual(fees);
  };
  await Promise.all(payouts.map(check));
}

const kindOf = ({ collection }: Payout) => (collection === undefined ? "payout" : "refund");

/** What refunds of a collection take is within what it received, and is what it says was refunded. */
export async function expectRefundsWithinReceived({ database, payouts }: World): Promise<void> {
  const refunds = payouts.filter(
    ({ collection, credit }) => collection !== undefined && credit === undefined,
  );
  const row = z.object({ reference: z.string(), received: z.bigint(), refunded: z.bigint() });
  const collections = await database.any(sql.type(row)`
    select reference, amount_received as received, amount_refunded as refunded from collections
    where reference = any(${sql.array([...new Set(refunds.map(({ collection }) => collection!))], "text")})`);
  for (const { reference, received, refunded } of collections) {
    const taken = refunds
      .filter(({ collection }) => collection === reference)
      .filter((refund) => !givenBack.includes(historyOf(refund).at(-1)!))
      .reduce((sum, { amount }) => sum + amount, 0n);
    expect(refunded, "what its refunds take").toBe(taken);
    expect(refunded, "no more than was received").toBeLessThanOrEqual(received);
  }
}

/**
 * What a payout's merchant sees of it, in time. Of the return of a credit only its charges, and the amount where the
 * credit was in the balance by then. What moves nothing there is not shown.
 */
export function movementsOf(payout: Payout): Movement[] {
  const { reference: source, fees, refunded = {}, credit, inBalance = [] } = payout;
  const shown = credit === undefined ? kindOf(payout) : "unmatched_return";
  const amountOf = (journal = "") =>
    credit === undefined || inBalance.includes(journal) ? Number(payout.amount) : 0;
  const moved = journalsOf(payout).flatMap(([status, journal]): Movement[] => {
    const amount = amountOf(journal);
    switch (journal) {
      case "released":
        return [{ source, kind: `${shown}_${status}`, amount, fees: back(fees) }];
      case "reversed":
        return [
          { source, kind: `${shown}_reversed`, amount, fees: {} },
          { source, kind: "charges_refunded", amount: 0, fees: back(refunded) },
        ];
      case "release_undone":
        return [{ source, kind: `${shown}_corrected`, amount: -amount, fees }];
      case "reversal_undone":
        return [{ source, kind: `${shown}_corrected`, amount: -amount, fees: refunded }];
      default:
        return [];
    }
  });
  const kind = credit === undefined ? shown : "unmatched_returned";
  // The money of a batch was taken at its start.
  const accepted = payout.batch === undefined ? [{ source, kind, amount: -amountOf("accepted"), fees }] : [];
  return [...accepted, ...moved].filter(
    (movement) => movement.amount !== 0 || Object.values(movement.fees).some((fee) => fee !== 0),
  );
}

/** What a payout became, and the journal of it without its first word; none where nothing moved. */
export function journalsOf(payout: Payout): [status: string, journal: string | undefined][] {
  const journals: Record<string, string> = { failed: "released", canceled: "released", reversed: "reversed" };
  const undone: Record<string, string> = { failed: "release_undone", reversed: "reversal_undone" };
  return historyOf(payout).map((status, nth, history) => [
    status,
    status === "succeeded" ? (undone[history[nth - 1] ?? ""] ?? "settled") : journals[status],
  ]);
}

/** What was tried to send a credit back. */
export const returnsOf = ({ payouts }: Pick<World, "payouts">, transaction: Transaction): Payout[] =>
  payouts.filter(({ credit }) => credit === transaction);

/** The status of an unmatched credit that nobody accepted, by what became of its returns. */
export function statusByReturns(returns: readonly Payout[]): "suspended" | "returning" | "refunded" {
  const ends = returns.map((payout) => historyOf(payout).at(-1)!);
  if (ends.includes("succeeded")) return "refunded";
  return ends.every((end) => givenBack.includes(end)) ? "suspended" : "returning";
}

/** What a refund is when its money is back. */
const givenBack: readonly string[] = ["failed", "canceled", "reversed"];

export const back = (fees: Fees): Fees =>
  Object.fromEntries(Object.entries(fees).map(([kind, fee]) => [kind, 0 - fee]));
