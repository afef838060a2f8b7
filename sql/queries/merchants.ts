import { z } from "zod";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";
import { noteOf, type OperatorNote } from "./operator-actions.ts";

const merchant = z.object({ id: z.bigint(), reference: z.string(), kyb_status: z.string() });
export type Merchant = z.output<typeof merchant>;

export const kybStatuses = ["draft", "submitted", "approved", "rejected"] as const;

/** Adds a merchant with its ledger accounts in both environments. */
export async function createMerchant(
  connection: Connection,
  name: string,
  email: string,
  note: OperatorNote = {},
): Promise<Merchant> {
  return connection.one(sql.type(merchant)`
    select id, reference, kyb_status from create_merchant(${name}, ${email}, ${noteOf(note)})`);
}

/** The merchant of a reference (mer_...); null if there is none. */
export async function findMerchant(connection: Connection, reference: string): Promise<Merchant | null> {
  return connection.maybeOne(sql.type(merchant)`
    select id, reference, kyb_status from merchants where reference = ${reference}`);
}

const listedMerchant = z.object({
  merchant: z.string(),
  name: z.string(),
  email: z.string(),
  kybStatus: z.string(),
  createdAt: z.string(),
});

/** All merchants as operators see them, newest first. */
export async function listMerchants(
  connection: Connection,
): Promise<readonly z.output<typeof listedMerchant>[]> {
  return connection.any(sql.type(listedMerchant)`
    select reference as merchant, name, email, kyb_status as "kybStatus", iso_timestamp(created_at) as "createdAt"
    from merchants order by id desc`);
}

/** Sets the state of the business's verification; live keys need `approved`. */
export async function setKybStatus(
  connection: Connection,
  merchantId: bigint,
  status: (typeof kybStatuses)[number],
  note: OperatorNote = {},
): Promise<void> {
  await connection.query(sql.type(z.object({}))`
    select from set_kyb_status(${merchantId}, ${status}, ${noteOf(note)})`);
}

/** Sets the largest single payout, in kobo. */
export async function setPayoutMax(
  connection: Connection,
  merchantId: bigint,
  payoutMax: bigint,
  note: OperatorNote = {},
): Promise<void> {
  await connection.query(sql.type(z.object({}))`
    select from set_payout_max(${merchantId}, ${payoutMax}, ${noteOf(note)})`);
}
