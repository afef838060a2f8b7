import { z } from "zod";
import { TooManyWaiting } from "../process/errors.ts";
import { environments, type Environment } from "../ledger/money.ts";
import { call } from "../process/call.ts";
import type { Connection } from "../process/database.ts";
import type { Tenant } from "../merchants/tenant.ts";

export type Account = { bankCode: string; accountNumber: string };

/** `traceId`: the request's trace, for the enquiry and its job. */
export type EnquiryRequest = Account & Pick<Tenant, "merchantId"> & { traceId?: string | undefined };

const request = call(
  "request_name_enquiries",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("requested"), enquiryId: z.bigint() }),
    z.object({ outcome: z.enum(["bank_unknown", "too_many_waiting"]), enquiryId: z.null() }),
  ]),
);
export type EnquiryDecision = Awaited<ReturnType<typeof request>>[number];

/** Queues name enquiries of any merchants in one environment, in one call; returns them in order. */
export const requestNameEnquiries = (
  connection: Connection,
  environment: Environment,
  requests: readonly EnquiryRequest[],
) =>
  request(connection, {
    environment,
    merchantIds: requests.map(({ merchantId }) => merchantId),
    bankCodes: requests.map(({ bankCode }) => bankCode),
    accountNumbers: requests.map(({ accountNumber }) => accountNumber),
    traceIds: requests.map(({ traceId }) => traceId ?? null),
  });

/** Queues a name enquiry; returns its id, or null if the bank is not in the list. Raises TooManyWaiting. */
export async function requestNameEnquiry(
  connection: Connection,
  { merchantId, environment }: Tenant,
  account: Account,
) {
  const [decided] = await requestNameEnquiries(connection, environment, [{ ...account, merchantId }]);
  return enquiryIdOf(decided!);
}

/** The enquiry's id; null if the bank is not in the list. Raises TooManyWaiting. */
export function enquiryIdOf({ outcome, enquiryId }: EnquiryDecision): bigint | null {
  if (outcome === "too_many_waiting")
    throw new TooManyWaiting("too many name enquiries of the merchant wait");
  return enquiryId;
}

const resolved = z.object({ status: z.literal("resolved"), accountName: z.string() });
const unresolved = z.object({
  status: z.enum(["not_found", "not_reached", "unavailable"]),
  accountName: z.null(),
});
const result = z.discriminatedUnion("status", [resolved, unresolved]);
/** The statuses of a completed enquiry. */
export const nameEnquiryResults = [...resolved.shape.status.values, ...unresolved.shape.status.options];
export type NameEnquiryResult = z.output<typeof result>;

const ordinal = { ordinal: z.bigint() };
const readResults = call(
  "name_enquiry_results",
  z.discriminatedUnion("status", [resolved.extend(ordinal), unresolved.extend(ordinal)]),
);

/** A requested enquiry. The id alone does not identify it: see SQL's request_name_enquiries(). */
export type RequestedEnquiry = Account & Pick<Tenant, "merchantId"> & { id: bigint };

/** The results of enquiries in one environment, in order; null for a pending or different one. */
export async function readNameEnquiries(
  connection: Connection,
  environment: Environment,
  requested: readonly RequestedEnquiry[],
): Promise<(NameEnquiryResult | null)[]> {
  const rows = await readResults(connection, {
    environment,
    ids: requested.map(({ id }) => id),
    merchantIds: requested.map(({ merchantId }) => merchantId),
    bankCodes: requested.map(({ bankCode }) => bankCode),
    accountNumbers: requested.map(({ accountNumber }) => accountNumber),
  });
  const results = new Map<bigint, NameEnquiryResult>(rows.map(({ ordinal: place, ...row }) => [place, row]));
  return requested.map((_, index) => results.get(BigInt(index + 1)) ?? null);
}

/** The result of an enquiry; null for a pending or different one. */
export async function readNameEnquiry(
  connection: Connection,
  { merchantId, environment }: Tenant,
  account: Account,
  id: bigint,
) {
  return (await readNameEnquiries(connection, environment, [{ ...account, merchantId, id }]))[0]!;
}

const open = call("open_name_enquiries", { environment: z.enum(environments) });
/** A pending enquiry's merchant and account, how long ago it was requested, and a live one's gateways in order. */
export type OpenEnquiry = Awaited<ReturnType<typeof open>>[number];

/** Live gateways, best first, with why they are in that order. */
type RankedGateways = readonly ({ gateway: string } & Readonly<Record<string, string | number>>)[];

/** Pending enquiries, in order; null for a completed one. `ranked`: the live gateways that may be called for them. */
export async function openNameEnquiries(
  connection: Connection,
  ids: readonly bigint[],
  ranked: RankedGateways = [],
): Promise<(OpenEnquiry | null)[]> {
  const gateways = ranked.map(({ gateway }) => gateway);
  const rows = await open(connection, { ids, gateways, gatewayChoice: ranked });
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((requested) => found.get(requested) ?? null);
}

/** `enquiry`: as it was when the bank was called. */
export type EnquiryEnd = { enquiry: OpenEnquiry; result: NameEnquiryResult };

const finish = call("finish_name_enquiries");

/**
 * Stores the bank's results and notifies the waiting requests, in one call. Returns the ids of locked ones, which were
 * not changed; none with `waits`.
 */
export const finishNameEnquiries = (
  connection: Connection,
  ends: readonly EnquiryEnd[],
  { waits }: { waits: boolean },
) =>
  finish(connection, {
    ids: ends.map(({ enquiry }) => enquiry.id),
    merchantIds: ends.map(({ enquiry }) => enquiry.merchantId),
    environments: ends.map(({ enquiry }) => enquiry.environment),
    bankCodes: ends.map(({ enquiry }) => enquiry.bankCode),
    accountNumbers: ends.map(({ enquiry }) => enquiry.accountNumber),
    statuses: ends.map(({ result: { status } }) => status),
    accountNames: ends.map(({ result: { accountName } }) => accountName),
    waits,
  });

/** As finishNameEnquiries(), for one, waiting for its lock. Does nothing if it was completed. */
export async function completeNameEnquiry(
  connection: Connection,
  enquiryId: bigint,
  enquiryResult: NameEnquiryResult,
): Promise<void> {
  const [enquiry] = await openNameEnquiries(connection, [enquiryId]);
  if (enquiry) await finishNameEnquiries(connection, [{ enquiry, result: enquiryResult }], { waits: true });
}
