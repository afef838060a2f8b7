import { z } from "zod";
import { TooManyWaiting } from "../process/errors.ts";
import { environments, type Environment } from "../ledger/money.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import type { Tenant } from "../merchants/tenant.ts";

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
  return connection.any(sql.type(decision)`
    select outcome, enquiry_id as id
    from request_name_enquiries(
      ${environment},
      ${column(requests, "int8", ({ merchantId }) => merchantId)},
      ${column(requests, "text", ({ bankCode }) => bankCode)},
      ${column(requests, "text", ({ accountNumber }) => accountNumber)},
      ${column(requests, "uuid", ({ traceId }) => traceId ?? null)}
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
const unresolved = z.object({
  status: z.enum(["not_found", "not_reached", "unavailable"]),
  account_name: z.null(),
});
const result = z.discriminatedUnion("status", [resolved, unresolved]);
/** The statuses of an enquiry that is completed. */
export const nameEnquiryResults = [...resolved.shape.status.values, ...unresolved.shape.status.options];
export type NameEnquiryResult = z.output<typeof result>;

const ordinal = { ordinal: z.bigint() };
const resultRow = z.discriminatedUnion("status", [resolved.extend(ordinal), unresolved.extend(ordinal)]);

/** An enquiry that was requested. The id alone does not tell which: see SQL's request_name_enquiries(). */
export type RequestedEnquiry = Account & Pick<Tenant, "merchantId"> & { id: bigint };

/** The results of enquiries in one environment, in order; null for one that is pending, or is not what was asked. */
export async function readNameEnquiries(
  connection: Connection,
  environment: Environment,
  asked: readonly RequestedEnquiry[],
): Promise<(NameEnquiryResult | null)[]> {
  const rows = await connection.any(sql.type(resultRow)`
    select ordinal, status, account_name
    from name_enquiry_results(
      ${environment},
      ${column(asked, "int8", ({ id }) => id)},
      ${column(asked, "int8", ({ merchantId }) => merchantId)},
      ${column(asked, "text", ({ bankCode }) => bankCode)},
      ${column(asked, "text", ({ accountNumber }) => accountNumber)}
    )`);
  const results = new Map<bigint, NameEnquiryResult>(rows.map(({ ordinal: place, ...row }) => [place, row]));
  return asked.map((_, index) => results.get(BigInt(index + 1)) ?? null);
}

/** The result of an enquiry; null while it is pending, and where it is not what was asked. */
export async function readNameEnquiry(
  connection: Connection,
  { merchantId, environment }: Tenant,
  account: Account,
  id: bigint,
): Promise<NameEnquiryResult | null> {
  return (await readNameEnquiries(connection, environment, [{ ...account, merchantId, id }]))[0]!;
}

const openEnquiry = z.object({
  id: z.bigint(),
  merchant_id: z.bigint(),
  environment: z.enum(environments),
  bank_code: z.string(),
  account_number: z.string(),
  waited_ms: z.number(),
});
/** Whose a pending enquiry is, what it asks for, and how long ago it was last requested. */
export type OpenEnquiry = z.output<typeof openEnquiry>;

/** What pending enquiries ask for, in order; null for one that is completed. */
export async function openNameEnquiries(
  connection: Connection,
  ids: readonly bigint[],
): Promise<(OpenEnquiry | null)[]> {
  const rows = await connection.any(sql.type(openEnquiry)`
    select id, merchant_id, environment, bank_code, account_number, waited_ms
    from open_name_enquiries(${sql.array(ids, "int8")})`);
  const open = new Map(rows.map((row) => [row.id, row]));
  return ids.map((asked) => open.get(asked) ?? null);
}

const gatewayList = z.object({ names: z.array(z.string()) });

/**
 * The live gateways that are asked for the name of an account, the one that would pay first: of `ranked`, which has the
 * best one first, those that reach the bank. See SQL's name_enquiry_gateways().
 */
export async function findEnquiryGateways(
  connection: Connection,
  { merchant_id: merchantId, bank_code: bankCode }: Pick<OpenEnquiry, "merchant_id" | "bank_code">,
  ranked: readonly ({ gateway: string } & Readonly<Record<string, string | number>>)[],
): Promise<readonly string[]> {
  const names = ranked.map(({ gateway }) => gateway);
  return connection.oneFirst(sql.type(gatewayList)`
    select name_enquiry_gateways(
      ${merchantId}, ${bankCode}, ${sql.array(names, "text")}, ${sql.jsonb(ranked)}
    ) as names`);
}

/** `enquiry`: as it was when the bank was asked. */
export type EnquiryEnd = { enquiry: OpenEnquiry; result: NameEnquiryResult };

/**
 * Stores the bank's results and notifies the waiting requests, in one call. Does nothing with what was completed, nor
 * where the row of that id is another merchant's or account's by now. Returns the ids of those that somebody else has
 * locked, with which nothing was done; none with `waits`.
 */
export async function finishNameEnquiries(
  connection: Connection,
  ends: readonly EnquiryEnd[],
  { waits }: { waits: boolean },
): Promise<readonly bigint[]> {
  return connection.oneFirst(sql.type(z.object({ locked: z.array(z.bigint()) }))`
    select finish_name_enquiries(
      ${column(ends, "int8", ({ enquiry }) => enquiry.id)},
      ${column(ends, "int8", ({ enquiry }) => enquiry.merchant_id)},
      ${column(ends, "text", ({ enquiry }) => enquiry.environment)},
      ${column(ends, "text", ({ enquiry }) => enquiry.bank_code)},
      ${column(ends, "text", ({ enquiry }) => enquiry.account_number)},
      ${column(ends, "text", ({ result: { status } }) => status)},
      ${column(ends, "text", ({ result: { account_name: name } }) => name)},
      ${waits}
    ) as locked`);
}

/** As finishNameEnquiries(), for one, and waits for who has it locked. Does nothing if it was completed. */
export async function completeNameEnquiry(
  connection: Connection,
  enquiryId: bigint,
  enquiryResult: NameEnquiryResult,
): Promise<void> {
  const [enquiry] = await openNameEnquiries(connection, [enquiryId]);
  if (enquiry) await finishNameEnquiries(connection, [{ enquiry, result: enquiryResult }], { waits: true });
}

/** One value of each row, as an array of the database. */
function column<Row>(
  rows: readonly Row[],
  type: "int8" | "text" | "uuid",
  value: (row: Row) => bigint | string | null,
) {
  return sql.array(rows.map(value), type);
}
