import { z } from "zod";
import { TooManyWaiting } from "../errors.ts";
import { environments, type Environment } from "../ledger/money.ts";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";
import type { Tenant } from "./tenant.ts";

export type Account = { bankCode: string; accountNumber: string };

/** `traceId`: the trace of the request, to which the enquiry and its job belong. */
export type EnquiryRequest = Account & Pick<Tenant, "merchantId"> & { traceId?: string | undefined };

const decision = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("requested"), id: z.bigint() }),
  z.object({ outcome: z.enum(["bank_unknown", "too_many_waiting"]), id: z.null() }),
]);
/** An outcome of SQL's request_name_enquiries(), which documents them. */
export type EnquiryDecision = z.output<typeof decision>;

/** Queues enquiries who holds accounts, of any merchants in one environment, in one call; returns them in order. */
export async function requestNameEnquiries(
  connection: Connection,
  environment: Environment,
  requests: readonly EnquiryRequest[],
): Promise<readonly EnquiryDecision[]> {
  const column = (name: "bankCode" | "accountNumber") =>
    sql.array(
      requests.map((request) => request[name]),
      "text",
    );
  const merchantIds = requests.map(({ merchantId }) => merchantId);
  const traceIds = requests.map(({ traceId }) => traceId ?? null);
  return connection.any(sql.type(decision)`
    select outcome, enquiry_id as id
    from request_name_enquiries(
      ${environment}, ${sql.array(merchantIds, "int8")}, ${column("bankCode")}, ${column("accountNumber")},
      ${sql.array(traceIds, "uuid")}
    ) order by ordinal`);
}

/**
 * Queues an enquiry who holds an account. Returns the enquiry's id; null if the bank is not in the list. Raises
 * TooManyWaiting.
 */
export async function requestNameEnquiry(
  connection: Connection,
  { merchantId, environment }: Tenant,
  account: Account,
): Promise<bigint | null> {
  const [decided] = await requestNameEnquiries(connection, environment, [{ ...account, merchantId }]);
  return enquiryIdOf(decided!);
}

/** The id of what was requested; null if the bank is not in the list. Raises TooManyWaiting. */
export function enquiryIdOf({ outcome, id }: EnquiryDecision): bigint | null {
  if (outcome === "too_many_waiting")
    throw new TooManyWaiting("too many name enquiries of the merchant wait");
  return id;
}

const resolved = z.object({ status: z.literal("resolved"), account_name: z.string() });
const unresolved = z.object({ status: z.enum(["not_found", "unavailable"]), account_name: z.null() });
const result = z.discriminatedUnion("status", [resolved, unresolved]);
/** The statuses of an enquiry that is completed. */
export const nameEnquiryResults = [...resolved.shape.status.values, ...unresolved.shape.status.options];
export type NameEnquiryResult = z.output<typeof result>;

const id = { id: z.bigint() };
const resultRow = z.discriminatedUnion("status", [resolved.extend(id), unresolved.extend(id)]);

/** The results of enquiries, in order; null for one that is pending. */
export async function readNameEnquiries(
  connection: Connection,
  ids: readonly bigint[],
): Promise<(NameEnquiryResult | null)[]> {
  const rows = await connection.any(sql.type(resultRow)`
    select id, status, account_name from name_enquiry_results(${sql.array(ids, "int8")})`);
  const results = new Map<bigint, NameEnquiryResult>(rows.map(({ id: found, ...row }) => [found, row]));
  return ids.map((asked) => results.get(asked) ?? null);
}

/** The result of an enquiry; null while it is pending. */
export async function readNameEnquiry(
  connection: Connection,
  enquiryId: bigint,
): Promise<NameEnquiryResult | null> {
  return (await readNameEnquiries(connection, [enquiryId]))[0]!;
}

const openEnquiry = z.object({
  environment: z.enum(environments),
  bank_code: z.string(),
  account_number: z.string(),
  waited_ms: z.number(),
});
/** What a pending enquiry asks for, and how long ago it was last requested. */
export type OpenEnquiry = z.output<typeof openEnquiry>;

/** What pending enquiries ask for, in order; null for one that is completed. */
export async function openNameEnquiries(
  connection: Connection,
  ids: readonly bigint[],
): Promise<(OpenEnquiry | null)[]> {
  const rows = await connection.any(sql.type(openEnquiry.extend(id))`
    select id, environment, bank_code, account_number, waited_ms
    from open_name_enquiries(${sql.array(ids, "int8")})`);
  const open = new Map(rows.map((row) => [row.id, row]));
  return ids.map((asked) => open.get(asked) ?? null);
}

export type EnquiryEnd = { id: bigint; result: NameEnquiryResult };

/**
 * Stores the bank's results and notifies the waiting requests, in one call. Does nothing with what was completed.
 * Returns the ids of those that somebody else has locked, with which nothing was done; none with `waits`.
 */
export async function finishNameEnquiries(
  connection: Connection,
  ends: readonly EnquiryEnd[],
  { waits }: { waits: boolean },
): Promise<readonly bigint[]> {
  const ids = ends.map((end) => end.id);
  const statuses = ends.map((end) => end.result.status);
  const names = ends.map((end) => end.result.account_name);
  return connection.oneFirst(sql.type(z.object({ locked: z.array(z.bigint()) }))`
    select finish_name_enquiries(
      ${sql.array(ids, "int8")}, ${sql.array(statuses, "text")}, ${sql.array(names, "text")}, ${waits}
    ) as locked`);
}

/** As finishNameEnquiries(), for one, and waits for who has it locked. */
export async function completeNameEnquiry(
  connection: Connection,
  enquiryId: bigint,
  enquiryResult: NameEnquiryResult,
): Promise<void> {
  await finishNameEnquiries(connection, [{ id: enquiryId, result: enquiryResult }], { waits: true });
}
