import { expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import type { World } from "./ledger-world.ts";
import { journalsOf, returnsOf } from "./payout-rules.ts";

const row = z.object({
  reference: z.string(),
  is_open: z.boolean(),
  shown: z.int(),
  waiting: z.bigint(),
  shown_amount: z.int(),
  waiting_amount: z.bigint(),
});

const creditRow = z.object({
  provider_reference: z.string(),
  status: z.string(),
  is_unmatched: z.boolean(),
  told: z.array(z.string()),
});

/**
 * No money that a merchant may have lost sight of: each credit that no top-up can use was told of once, and again each
 * time that it came back, and what waits of an ended collection is shown with it, to the kobo.
 */
export async function expectUnmatchedTold(world: World): Promise<void> {
  const { database, transactions } = world;
  const credits = await database.any(sql.type(creditRow)`
    select cr.provider_reference, cr.status, cr.unmatched_reason is not null as is_unmatched, array(
      select e.type from events e where e.merchant_id = cr.merchant_id and e.subject = cr.reference order by e.id
    ) as told
    from credits cr where cr.provider_reference = any(${sql.array(
      transactions.map(({ report }) => report.providerReference),
      "text",
    )})`);
  for (const { provider_reference: name, status, is_unmatched: isUnmatched, told } of credits) {
    const transaction = transactions.find(({ report }) => report.providerReference === name)!;
    // The amount of one that was in the balance by then is the merchant's: nothing waits again.
    const byReturns = returnsOf(world, transaction).flatMap(({ inBalance = [], ...payout }) =>
      journalsOf(payout).flatMap(([became, journal]) => {
        if (journal === undefined || inBalance.includes(journal)) return [];
        return became === "succeeded" ? "credit.returned" : "credit.unmatched";
      }),
    );
    const byHand = transaction.resolved.map(({ how }) => (how === "refund" ? "returned" : "accepted"));
    // One that counts is released with the others of its collection, and tells of it too.
    const isReleased = status === "settled" && byHand.length === 0;
    const end = isReleased ? ["credit.accepted"] : byHand.map((how) => `credit.${how}`);
    const expected = isUnmatched ? ["credit.unmatched", ...byReturns, ...end] : [];
    // Returns that a person decides again may take turns.
    const [seen, due] = byReturns.length > 1 ? [told.toSorted(), expected.toSorted()] : [told, expected];
    expect([name, seen]).toEqual([name, due]);
  }
  const collections = await database.any(sql.type(row)`
    select c.reference, c.status in ('awaiting_payment', 'confirming', 'underpaid') as is_open,
      coalesce((collection_json(c) #>> '{unmatched,count}')::integer, 0) as shown,
      count(cr.id) filter (where cr.status = 'suspended') as waiting,
      coalesce((collection_json(c) #>> '{unmatched,amount,value}')::integer, 0) as shown_amount,
      coalesce(sum(cr.amount) filter (where cr.status = 'suspended' and cr.currency = c.currency), 0)::bigint
        as waiting_amount
    from collections c left join credits cr on cr.collection_id = c.id
    group by c.id`);
  for (const collection of collections) {
    const { reference } = collection;
    if (collection.is_open) continue;
    expect([reference, BigInt(collection.shown)]).toEqual([reference, collection.waiting]);
    expect([reference, BigInt(collection.shown_amount)]).toEqual([reference, collection.waiting_amount]);
  }
}
