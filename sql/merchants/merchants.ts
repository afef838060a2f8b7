import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { actingAs, type Acting } from "../audit-log/audit-log.ts";

const merchant = z.object({ id: z.bigint(), reference: z.string(), kyb_status: z.string() });
export type Merchant = z.output<typeof merchant>;

export const kybStatuses = ["draft", "submitted", "approved", "rejected"] as const;

/** Adds a merchant with its ledger accounts in both environments. */
export async function createMerchant(
  connection: Connection,
  name: string,
  email: string,
  acting: Acting = {},
): Promise<Merchant> {
  return connection.one(sql.type(merchant)`
    select id, reference, kyb_status from create_merchant(${name}, ${email}, ${actingAs(acting)})`);
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
  acting: Acting = {},
): Promise<void> {
  await connection.query(sql.type(z.object({}))`
    select from set_kyb_status(${merchantId}, ${status}, ${actingAs(acting)})`);
}

/** Sets the largest single payout, in kobo. */
export async function setPayoutMax(
  connection: Connection,
  merchantId: bigint,
  payoutMax: bigint,
  acting: Acting = {},
): Promise<void> {
  await connection.query(sql.type(z.object({}))`
    select from set_payout_max(${merchantId}, ${payoutMax}, ${actingAs(acting)})`);
}

/** Notes that a merchant's business has left, and revokes its keys. False if it was closed before. */
export async function closeMerchant(
  connection: Connection,
  merchantId: bigint,
  acting: Acting = {},
): Promise<boolean> {
  return connection.oneFirst(sql.type(z.object({ closed: z.boolean() }))`
    select close_merchant(${merchantId}, ${actingAs(acting)}) as closed`);
}
