import { randomUUID } from "node:crypto";
import { z } from "zod";
import { completeNameEnquiry } from "../../sql/banks/name-enquiries.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import type { PayoutBatchItemJson } from "../../sql/payout-batches/payout-batch-json.ts";
import {
  cancelPayoutBatch,
  createPayoutBatch,
  startPayoutBatch,
  workOnPayoutBatches as makeSlice,
} from "../../sql/payout-batches/payout-batches.ts";
import type { Connection, Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { claimPayout, finishPayout } from "../helpers/worker-steps.ts";

export type Item = {
  amount?: number;
  bankCode?: string;
  accountNumber?: string;
  accountName?: string;
  payoutAccountId?: string;
  purpose?: string;
  merchantReference?: string;
  confirm?: true;
};

/** An item of ₦1,000 to an account of its own, whose holder is ADAEZE OKAFOR. */
export const batchItem = (place: number, more: Item = {}): Item => ({
  amount: 100_000,
  bankCode: "044",
  accountNumber: String(1_000_000_000 + place),
  accountName: "ADAEZE OKAFOR",
  ...more,
});

export const batchItems = (count: number, more: Item = {}) =>
  Array.from({ length: count }, (_, place) => batchItem(place, more));

const by = { acting: { actor: "test" }, caller: undefined };

/** Writes a batch; returns its reference. */
export async function createBatch(database: Connection, tenant: Tenant, list: readonly Item[]) {
  const made = await createPayoutBatch(database, {
    tenant,
    idempotencyKey: randomUUID(),
    requestHash: Buffer.from("hash"),
    items: JSON.stringify(list),
    least: 100n,
    ...by,
  });
  return made.batch!.reference;
}

/** Writes a batch whose accounts all have their names: it may be started. */
export async function createReadyBatch(database: Connection, tenant: Tenant, list: readonly Item[]) {
  const reference = await createBatch(database, tenant, list);
  await database.query(sql.type(z.object({}))`
    update payout_batch_items i
    set resolved_name = 'ADAEZE OKAFOR', name_match = 'match', named_at = now(), status = 'valid'
    from payout_batches b where b.id = i.batch_id and b.reference = ${reference}`);
  await database.query(sql.type(z.object({}))`
    update payout_batches set status = 'ready' where reference = ${reference}`);
  return reference;
}

type Names = (account: string) => string | "not_found" | "unavailable";

/** Validates all batches of an environment, whose accounts have these names at the bank. */
export async function validate(
  database: Database,
  { environment }: Pick<Tenant, "environment">,
  nameOf: Names = () => "ADAEZE OKAFOR",
): Promise<void> {
  const step = () =>
    database.oneFirst(sql.type(z.object({ done: z.number() }))`
      select validate_payout_batches(${environment}, 20000) as done`);
  await step();
  for (;;) {
    const pending = await database.any(sql.type(z.object({ id: z.bigint(), account_number: z.string() }))`
      select id, account_number from name_enquiries where status = 'pending' order by id limit 100`);
    if (pending.length === 0) break;
    for (const { id, account_number } of pending) {
      const name = nameOf(account_number);
      const result =
        name === "not_found" || name === "unavailable"
          ? ({ status: name, accountName: null } as const)
          : ({ status: "resolved", accountName: name } as const);
      await completeNameEnquiry(database, id, result);
    }
    await step();
  }
}

type Options = Partial<Omit<Parameters<typeof startPayoutBatch>[1], "tenant" | "reference">>;

export const start = (connection: Connection, tenant: Tenant, reference: string, options: Options = {}) =>
  startPayoutBatch(connection, { tenant, reference, least: 100n, ...by, ...options });

export const cancel = (connection: Connection, tenant: Tenant, reference: string) =>
  cancelPayoutBatch(connection, { tenant, reference, ...by });

/** Makes payouts of the next slice of a batch, as the sweep does; returns 0 when there is none that can be made. */
export async function workOnPayoutBatches(
  connection: Connection,
  { environment }: Pick<Tenant, "environment">,
): Promise<number> {
  let failed: readonly bigint[] = [];
  for (;;) {
    const slice = await makeSlice(connection, { environment, failed });
    if (slice.handled > 0 || slice.failed.length === failed.length) return slice.handled;
    failed = slice.failed;
  }
}

/** Makes payouts of all items that wait. */
export async function work(database: Database, { environment }: Pick<Tenant, "environment">) {
  while ((await workOnPayoutBatches(database, { environment })) > 0);
}

/** Ends what has ended. */
export const sweep = (database: Database, { environment }: Pick<Tenant, "environment">) =>
  database.query(sql.type(z.object({}))`select end_payout_batches(${environment}, '{}')`);

export const itemsOf = (database: Database, reference: string) =>
  database.anyFirst(sql.type(z.object({ json: z.custom<PayoutBatchItemJson>() }))`
    select payout_batch_item_json(i) as json
    from payout_batch_items i join payout_batches b on b.id = i.batch_id
    where b.reference = ${reference} order by i.place`);

/** Has each pending payout of a batch claimed, and end as `endOf` says of its place. */
export async function sendAll(
  database: Database,
  reference: string,
  endOf: (place: number) => "succeeded" | "failed" = () => "succeeded",
): Promise<void> {
  const pending = await database.any(sql.type(z.object({ id: z.bigint(), place: z.number() }))`
    select p.id, p.batch_place as place from payouts p join payout_batches b on b.id = p.batch_id
    where b.reference = ${reference} and p.status = 'pending' order by p.id`);
  for (const { id, place } of pending) {
    const claim = await claimPayout(database, id);
    // Workers that run have it.
    if (claim === null) continue;
    const kind = endOf(place);
    await finishPayout(
      database,
      claim,
      kind === "failed" ? { kind, code: "ACCOUNT_CLOSED", message: "The account is closed." } : { kind },
    );
  }
}
