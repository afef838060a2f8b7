import { z } from "zod";
import { moneyJson } from "../ledger/money.ts";
import type { Tenant } from "../merchants/tenant.ts";
import { call } from "../process/call.ts";
import type { Connection } from "../process/database.ts";
import { pageOf, rowOf, type Page, type PageRequest } from "../process/pages.ts";
import { anyRow } from "../process/find-one.ts";
import { sql } from "../process/sql-tag.ts";
import type { PayoutBatchItemJson, PayoutBatchJson } from "./payout-batch-json.ts";

/** Writes a batch of payouts, to be validated. */
export const createPayoutBatch = call(
  "create_payout_batch",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.enum(["created", "replayed"]), batch: z.custom<PayoutBatchJson>() }),
    z.object({ outcome: z.enum(["key_conflict", "too_many_open", "too_many_today"]), batch: z.null() }),
  ]),
);

const details = z.record(z.string(), z.union([z.string(), z.number(), moneyJson]));

/** Starts a batch, or the items of a completed one whose payouts failed. */
export const startPayoutBatch = call(
  "start_payout_batch",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("started"), batch: z.custom<PayoutBatchJson>() }),
    z.object({
      outcome: z.enum(["not_found", "not_ready", "wrong_state", "payouts_frozen", "nothing_to_pay"]),
    }),
    z.object({
      outcome: z.enum(["needs_confirmation", "total_changed"]),
      details,
    }),
    z.object({
      outcome: z.enum(["insufficient_balance", "day_limit_exceeded"]),
      details,
    }),
  ]),
);

/** Cancels a batch, or begins to. */
export const cancelPayoutBatch = call(
  "cancel_payout_batch",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("canceled"), batch: z.custom<PayoutBatchJson>() }),
    z.object({ outcome: z.enum(["not_found", "wrong_state"]), batch: z.null() }),
  ]),
);

/** Makes or cancels the next slice of an environment's batches; `handled` is 0 if none was done. */
export const workOnPayoutBatches = call("work_on_payout_batches");

/** Replaces an item of a batch that was not started. */
export const replaceBatchItem = call(
  "replace_batch_item",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("replaced"), item: z.custom<PayoutBatchItemJson>() }),
    z.object({ outcome: z.enum(["not_found", "wrong_state"]), item: z.null() }),
  ]),
);

/** A page of a batch's items, in their order, after the place `after.id`; null if there is no such batch. */
export async function findBatchItems(
  connection: Connection,
  { merchantId, environment }: Tenant,
  reference: string,
  { limit, after, filters: { status, name, duplicate } = {} }: PageRequest,
): Promise<Page<PayoutBatchItemJson> | null> {
  const batchId = await connection.maybeOneFirst(sql.type(z.object({ id: z.bigint() }))`
    select id from payout_batches
    where merchant_id = ${merchantId} and environment = ${environment} and reference = ${reference}`);
  if (batchId === null) return null;
  const ofStatus =
    status === undefined
      ? anyRow
      : sql.fragment`coalesce(p.status, i.status) = any(${sql.array([...status], "text")})`;
  const ofName = name === undefined ? anyRow : sql.fragment`i.name_match = ${name}`;
  const ofDuplicate =
    duplicate === undefined
      ? anyRow
      : sql.fragment`i.duplicate is not null and ${duplicate} in ('any', i.duplicate)`;
  const rows = await connection.any(sql.type(rowOf<PayoutBatchItemJson>())`
    select payout_batch_item_json(i) as json, '0' as created_at, i.place::bigint as id
    from payout_batch_items i left join payouts p on p.id = i.payout_id and i.status = 'created'
    where i.batch_id = ${batchId} and i.place > ${after?.id ?? -1n} and ${ofStatus} and ${ofName}
      and ${ofDuplicate}
    order by i.place limit ${limit + 1}`);
  return pageOf(rows, limit);
}
