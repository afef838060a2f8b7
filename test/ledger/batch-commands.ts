import { z } from "zod";
import { payoutBatchJson } from "../../sql/payout-batches/payout-batch-json.ts";
import { createPayoutBatch } from "../../sql/payout-batches/payout-batches.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import type { Connection } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { asOperator } from "../helpers/as-operator.ts";
import {
  batchItem,
  cancel,
  start,
  sweep,
  validate,
  workOnPayoutBatches,
} from "../payout-batches/batch-steps.ts";
import type { Batch, Command, Fees, World } from "./ledger-world.ts";
import { exemptionMeanwhile, movePayout } from "./payout-commands.ts";

/** Makes every slice two items long, so that a few items have several. */
export async function shortenSlices({ database }: Pick<World, "database">): Promise<void> {
  await database.query(sql.type(z.object({}))`
    do $$ begin
      execute replace(pg_get_functiondef('pay_batch_slice'::regproc), 'DEFAULT 200', 'DEFAULT 2');
      execute replace(pg_get_functiondef('cancel_batch_slice'::regproc), 'DEFAULT 200', 'DEFAULT 2');
    end $$`);
}

/** A batch whose accounts all have their names. Of a merchant with three open ones, none. */
export async function createBatch(
  { database, batches }: World,
  tenant: Tenant,
  { amounts, purpose }: Extract<Command, { do: "create batch" }>,
): Promise<void> {
  const items = amounts.map((amount, place) => batchItem(place, { amount, purpose }));
  const made = await createPayoutBatch(database, {
    tenant,
    idempotencyKey: `batch-${batches.length}-${crypto.randomUUID()}`,
    requestHash: Buffer.from("hash"),
    items: JSON.stringify(items),
    least: 100n,
    ...asOperator,
  });
  if (made.outcome !== "created") return;
  await validate(database, tenant);
  batches.push({
    tenant,
    reference: made.batch.reference,
    purpose,
    isExempt: undefined,
    runs: [],
    waiting: [],
    released: [],
    canceled: [],
  });
}

type BatchCommand = Extract<Command, { do: "start batch" | "cancel batch" | "send batch" }>;

export async function moveBatch(world: World, batch: Batch, command: BatchCommand): Promise<void> {
  const { tenant, reference } = batch;
  switch (command.do) {
    case "start batch":
      return startBatch(world, batch);
    case "cancel batch": {
      const [{ outcome }, run] = await world.database.transaction(async (transaction) => [
        await cancel(transaction, tenant, reference),
        await readRun(transaction, reference),
      ]);
      if (outcome === "canceled") batch.canceled.push({ run, why: "by its merchant" });
      return;
    }
    case "send batch":
      await workOnBatches(world, tenant);
      for (const payout of world.payouts.filter((one) => one.batch === batch)) {
        await movePayout(world, payout, { do: "send payout", on: 0 });
        await movePayout(world, payout, { do: "finish payout", on: 0, claim: 0, outcome: command.outcome });
      }
      await sweep(world.database, tenant);
  }
}

/** In the transaction that has moved it, which run of a batch is the newest. */
const readRun = (transaction: Connection, reference: string) =>
  transaction.oneFirst(sql.type(z.object({ runs: z.number() }))`
    select runs from payout_batches where reference = ${reference}`);

/** Starts a batch, or pays the failed items of one that was started before again. */
async function startBatch(world: World, batch: Batch): Promise<void> {
  const { database } = world;
  const { tenant, reference } = batch;
  // Until it's known, both prices are right.
  batch.isExempt = undefined;
  const readExemption = exemptionMeanwhile(world, tenant);
  const retries = batch.runs.length > 0;
  const [decision, run] = await database.transaction(async (transaction) => [
    await start(transaction, tenant, reference, { retries, allowsDuplicates: true }),
    await readRun(transaction, reference),
  ]);
  if (decision.outcome === "not_ready") return validate(database, tenant);
  if (decision.outcome !== "started") return;
  const { status, amount, fees } = payoutBatchJson.parse(decision.batch);
  batch.isExempt = readExemption();
  batch.runs[run - 1] = {
    amount: BigInt(amount.value),
    fees: Object.fromEntries(fees.map((fee) => [fee.kind, fee.amount.value])),
  };
  if (run === batch.runs.length) batch.approval = status === "awaiting_approval" ? "needed" : undefined;
  await notePayouts(world);
}

/** Makes or cancels the next slice of an environment's batches. Returns how much was done. */
export async function workOnBatches(world: World, tenant: Tenant): Promise<number> {
  const handled = await workOnPayoutBatches(world.database, tenant);
  await notePayouts(world);
  return handled;
}

/** Does all that is left to workers. */
export async function finishBatches(world: World): Promise<void> {
  for (const tenant of world.tenants.slice(0, 2)) {
    // Two that validate at once leave each other's batches to the next sweep.
    await validate(world.database, tenant);
    while ((await workOnBatches(world, tenant)) > 0);
    await sweep(world.database, tenant);
  }
}

const referencesOf = (batches: readonly Batch[]) =>
  sql.array(
    batches.map(({ reference }) => reference),
    "text",
  );

const charges = {
  service: z.bigint().transform(Number),
  vat: z.bigint().transform(Number),
  stamp_duty: z.bigint().nullable(),
};

const feesOf = ({ service, vat, stamp_duty: duty }: z.infer<z.ZodObject<typeof charges>>): Fees => ({
  service,
  vat,
  ...(duty !== null && { stamp_duty: Number(duty) }),
});

/** Notes the payouts that slices have made: the books know which of two at once made which. */
export async function notePayouts({ database, payouts, batches }: World): Promise<void> {
  if (batches.length === 0) return;
  const made = z.object({
    id: z.bigint(),
    reference: z.string(),
    batch: z.string(),
    key: z.string(),
    amount: z.bigint(),
    ...charges,
  });
  const rows = await database.any(sql.type(made)`
    select p.id, p.reference, b.reference as batch, concat_ws(' ', b.reference, p.batch_place, p.batch_attempt) as key,
      p.amount, p.fee - p.vat - coalesce(p.stamp_duty, 0) as service, p.vat, p.stamp_duty
    from payouts p join payout_batches b on b.id = p.batch_id
    where b.reference = any(${referencesOf(batches)}) order by p.id`);
  for (const { id, reference, key, amount, ...row } of rows) {
    if (payouts.some((payout) => payout.id === id)) continue;
    const batch = batches.find((one) => one.reference === row.batch)!;
    const { tenant, purpose, isExempt } = batch;
    const none = { sends: 0, fences: [], overwritten: 0, ends: [], decisions: [], cancellations: 0 };
    const fees = feesOf(row);
    payouts.push({ tenant, id, reference, key, batch, amount, purpose, isExempt, fees, ...none });
  }
}

/** Notes what became of batches' items, and why batches ended. Nothing else runs meanwhile. */
export async function noteBatches(world: World): Promise<void> {
  const { database, batches, payouts } = world;
  if (batches.length === 0) return;
  await notePayouts(world);
  const references = referencesOf(batches);
  const ended = await database.any(sql.type(z.object({ reference: z.string(), why: z.string() }))`
    select reference, coalesce(cancel_reason, status) as why from payout_batches
    where reference = any(${references}) and (cancel_reason in ('expired', 'unstarted') or status = 'failed')`);
  for (const { reference, why } of ended) {
    const batch = batches.find((one) => one.reference === reference)!;
    batch.canceled.push({ run: batch.runs.length, why });
  }

  const item = z.object({ reference: z.string(), status: z.string(), amount: z.bigint(), ...charges });
  const items = await database.any(sql.type(item)`
    select b.reference, i.status, i.amount, i.fee - i.vat - coalesce(i.stamp_duty, 0) as service, i.vat, i.stamp_duty
    from payout_batch_items i join payout_batches b on b.id = i.batch_id
    where b.reference = any(${references}) and i.status in ('waiting', 'canceled')`);
  for (const batch of batches) {
    const those = (status: string) =>
      items
        .filter((one) => one.reference === batch.reference && one.status === status)
        .map(({ amount, ...row }) => ({ amount, fees: feesOf(row) }));
    batch.waiting = those("waiting");
    batch.released = those("canceled");
  }

  const canceled = await database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
    select p.id from payouts p join payout_batches b on b.id = p.batch_id
    where b.reference = any(${references}) and p.status = 'canceled'`);
  for (const payout of payouts) {
    const wasCanceled = payout.batch !== undefined && payout.batch.canceled.length > 0;
    if (wasCanceled && payout.cancellations === 0 && canceled.includes(payout.id)) payout.cancellations += 1;
  }
}
