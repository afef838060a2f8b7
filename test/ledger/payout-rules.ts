import { expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import type { Fees, Payout, World } from "./ledger-world.ts";

/** What a live payout costs. The tables of the database say so too: this says it apart from them. */
function feesOf({ tenant, amount, purpose }: Payout, isExempt: boolean): Fees {
  const price = amount > 5_000_000n ? 5_000 : amount > 500_000n ? 2_500 : 1_000;
  const vat = Math.floor((price * 75 + 500) / 1_000);
  const owesDuty = amount >= 1_000_000n && !(purpose === "salary" && isExempt);
  const fees = { service: price, vat, ...(owesDuty ? { stamp_duty: 5_000 } : {}) };
  return tenant.environment === "live"
    ? fees
    : Object.fromEntries(Object.keys(fees).map((kind) => [kind, 0]));
}

/** Every status that a payout has had, by what was done with it. */
export function historyOf({ sends, cancellations, ends, decisions }: Payout): string[] {
  const history = [cancellations > 0 ? "canceled" : sends > 0 ? "processing" : "pending"];
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
    expect(end).toEqual({
      status: history.at(-1),
      events: history.slice(1).map((status) => `payout.${status}`),
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
