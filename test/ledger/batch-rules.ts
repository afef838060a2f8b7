import { expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import type { Batch, World } from "./ledger-world.ts";
import { back, historyOf, type Movement } from "./payout-rules.ts";

/** What a merchant sees of a batch: what each start took, and what came back of items that never became payouts. */
export function movementsOfBatch({ reference: source, runs, released }: Batch): Movement[] {
  return [
    ...runs.map(({ amount, fees }) => ({ source, kind: "payout_batch", amount: -Number(amount), fees })),
    ...released.map(({ amount, fees }) => ({
      source,
      kind: "payout_canceled",
      amount: Number(amount),
      fees: back(fees),
    })),
  ];
}

const row = z.object({
  status: z.string(),
  attempts: z.bigint(),
  last: z.string().nullable(),
});

/** All that a batch has reserved became payouts, one for each attempt of an item, waits, or came back. */
export async function expectBatchesAsTold(world: World): Promise<void> {
  await Promise.all(world.batches.map((batch) => expectBatchAsTold(world, batch)));
}

async function expectBatchAsTold({ database, payouts }: World, batch: Batch): Promise<void> {
  const { reference, runs, waiting, released, approval } = batch;
  const { status, attempts, last } = await database.one(sql.type(row)`
    select b.status, (select sum(i.attempt) from payout_batch_items i where i.batch_id = b.id) as attempts, (
        select e.type from events e
        where e.merchant_id = b.merchant_id and event_body(e)::json -> 'data' ->> 'reference' = b.reference
        order by e.id desc limit 1
      ) as last
    from payout_batches b where b.reference = ${reference}`);
  const made = payouts.filter((payout) => payout.batch === batch);
  const parts = [...made, ...waiting, ...released];
  expect(total(parts), "what a start takes is paid, waits, or comes back").toBe(total(runs));
  expect(BigInt(parts.length), "an attempt is one payout").toBe(attempts);

  for (const payout of made) {
    const [, place, attempt] = payout.key.split(" ");
    const wasTriedAgain = made.some(({ key }) => key === `${reference} ${place} ${Number(attempt) + 1}`);
    if (wasTriedAgain) expect(historyOf(payout), "only what failed is tried again").toContain("failed");
  }

  const isUnderWay = made.some((payout) => ["pending", "processing"].includes(historyOf(payout).at(-1)!));
  const canceled = batch.canceled.find(({ run }) => run === runs.length)?.why;
  const isWaiting = approval === "needed" && canceled === undefined;
  expect(waiting.length > 0, "only what waits for approval is left").toBe(isWaiting);
  // A retry that is canceled leaves the batch as it was.
  const isCanceled = canceled !== undefined && runs.length < 2;
  const end = !isCanceled ? "completed" : canceled === "failed" ? "failed" : "canceled";
  if (isUnderWay) expect(status).toBe("processing");
  else if (isWaiting) expect([status, last]).toEqual(["awaiting_approval", "payout_batch.awaiting_approval"]);
  else if (runs.length > 0 || canceled !== undefined)
    expect([status, last]).toEqual([end, `payout_batch.${end}`]);
  else expect([status, last]).toEqual(["ready", "payout_batch.ready"]);
}

const total = (parts: readonly { amount: bigint }[]) => parts.reduce((sum, { amount }) => sum + amount, 0n);
