import { z } from "zod";
import { environments } from "../ledger/money.ts";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";
import type { Tenant } from "./tenant.ts";

export type Account = { bankCode: string; accountNumber: string };

const idRow = z.object({ id: z.bigint().nullable() });

/**
 * Queues an enquiry who holds an account. Returns the enquiry's id; null if the bank is not in the list. Raises
 * too_many_waiting (see sql/errors.ts).
 */
export async function requestNameEnquiry(
  connection: Connection,
  { merchantId, environment }: Tenant,
  { bankCode, accountNumber }: Account,
): Promise<bigint | null> {
  return connection.oneFirst(sql.type(idRow)`
    select request_name_enquiry(${merchantId}, ${environment}, ${bankCode}, ${accountNumber}) as id`);
}

const resolved = z.object({ status: z.literal("resolved"), account_name: z.string() });
const unresolved = z.object({ status: z.enum(["not_found", "unavailable"]), account_name: z.null() });
const result = z.discriminatedUnion("status", [resolved, unresolved]);
/** The statuses of an enquiry that is completed. */
export const nameEnquiryResults = [...resolved.shape.status.values, ...unresolved.shape.status.options];
export type NameEnquiryResult = z.output<typeof result>;

/** The result of an enquiry; null while it is pending. */
export async function readNameEnquiry(connection: Connection, id: bigint): Promise<NameEnquiryResult | null> {
  return connection.maybeOne(sql.type(result)`
    select status, account_name from name_enquiries where id = ${id} and status <> 'pending'`);
}

const openEnquiry = z.object({
  environment: z.enum(environments),
  bank_code: z.string(),
  account_number: z.string(),
  waited_ms: z.number(),
});

/** What a pending enquiry asks for, and how long ago it was last requested; null if it is completed. */
export async function findOpenNameEnquiry(connection: Connection, id: bigint) {
  return connection.maybeOne(sql.type(openEnquiry)`
    select environment, bank_code, account_number,
      extract(epoch from now() - last_requested_at)::float8 * 1000 as waited_ms
    from name_enquiries where id = ${id} and status = 'pending'`);
}

const completedRow = z.object({ completed: z.boolean() });

/** Stores the bank's result and notifies the waiting request. Does nothing if it was completed before. */
export async function completeNameEnquiry(
  connection: Connection,
  id: bigint,
  { status, account_name }: NameEnquiryResult,
): Promise<void> {
  await connection.query(sql.type(completedRow)`
    select complete_name_enquiry(${id}, ${status}, ${account_name}) as completed`);
}
