import { expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import type { Fees, Payout, World } from "./ledger-world.ts";

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
export function historyOf({ neededDestination, sends, cancellations, ends, decisions }: Payout): string[] {
  const waits = neededDestination === "still" ? "needs_destination" : "pending";
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
    const told = [
      ...(payout.neededDestination === undefined ? [] : ["needs_destination"]),
      ...(isRefund && cancellations > 0 ? ["canceled"] : []),
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
  const refunds = payouts.filter(({ collection }) => collection !== undefined);
  const row = z.object({ reference: z.string(), received: z.bigint(), refunded: z.bigint() });
  const collections = await database.any(sql.type(row)`
    select reference, amount_received as received, amount_refunded as refunded from collections
    where reference = any(${sql.array([...new Set(refunds.map(({ collection }) => collection!))], "text")})`);
  for (const { reference, received, refunded } of collections) {
    const taken = refunds
      .filter(({ collection }) => collection === reference)
      .filter((refund) => !["failed", "canceled", "reversed"].includes(historyOf(refund).at(-1)!))
      .reduce((sum, { amount }) => sum + amount, 0n);
    expect(refunded, "what its refunds take").toBe(taken);
    expect(refunded, "no more than was received").toBeLessThanOrEqual(received);
  }
}

/** What a payout's merchant sees of it, in time. */
export function movementsOf(payout: Payout): Movement[] {
  const { reference: source, fees, refunded = {} } = payout;
  const sent = kindOf(payout);
  const amount = Number(payout.amount);
  const history = historyOf(payout);
  const moved = history.flatMap((status, nth): Movement[] => {
    const before = history[nth - 1];
    if (status === "canceled") return [{ source, kind: `${sent}_canceled`, amount, fees: back(fees) }];
    if (status === "failed") return [{ source, kind: `${sent}_failed`, amount, fees: back(fees) }];
    if (status === "reversed") {
      const refund = { source, kind: "charges_refunded", amount: 0, fees: back(refunded) };
      const reversal = { source, kind: `${sent}_reversed`, amount, fees: {} };
      return payout.refunded === undefined ? [reversal] : [reversal, refund];
    }
    const isCorrected = before === "failed" || before === "reversed";
    const taken = before === "failed" ? fees : refunded;
    return isCorrected ? [{ source, kind: `${sent}_corrected`, amount: -amount, fees: taken }] : [];
  });
  return [{ source, kind: sent, amount: -amount, fees }, ...moved];
}

const back = (fees: Fees): Fees =>
  Object.fromEntries(Object.entries(fees).map(([kind, fee]) => [kind, 0 - fee]));
