import { expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import type { World } from "./ledger-world.ts";

const row = z.object({
  reference: z.string(),
  is_open: z.boolean(),
  told: z.bigint(),
  with_reason: z.bigint(),
  shown: z.int(),
  waiting: z.bigint(),
  shown_amount: z.int(),
  waiting_amount: z.bigint(),
});

/**
 * No money that a merchant may have lost sight of: each credit that no top-up can use was told of once, and what
 * waits of an ended collection is shown with it, to the kobo.
 */
export async function expectUnmatchedTold({ database }: World): Promise<void> {
  const collections = await database.any(sql.type(row)`
    select c.reference, c.status in ('awaiting_payment', 'confirming', 'underpaid') as is_open,
      (select count(*) from events e
        where e.type = 'collection.unmatched' and e.merchant_id = c.merchant_id
          and event_body(e)::json -> 'data' ->> 'reference' = c.reference) as told,
      count(cr.id) filter (where cr.unmatched_reason is not null) as with_reason,
      coalesce((collection_json(c) #>> '{unmatched,count}')::integer, 0) as shown,
      count(cr.id) filter (where cr.status = 'suspended') as waiting,
      coalesce((collection_json(c) #>> '{unmatched,amount,value}')::integer, 0) as shown_amount,
      coalesce(sum(cr.amount) filter (where cr.status = 'suspended' and cr.currency = c.currency), 0)::bigint
        as waiting_amount
    from collections c left join credits cr on cr.collection_id = c.id
    group by c.id`);
  for (const collection of collections) {
    const { reference } = collection;
    expect([reference, collection.told]).toEqual([reference, collection.with_reason]);
    if (collection.is_open) continue;
    expect([reference, BigInt(collection.shown)]).toEqual([reference, collection.waiting]);
    expect([reference, BigInt(collection.shown_amount)]).toEqual([reference, collection.waiting_amount]);
  }
}
