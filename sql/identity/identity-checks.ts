import { z } from "zod";
import type { IdentityCheckResultJson } from "../identity/identity-check-json.ts";
import { identityTypes } from "../identity/identity-record.ts";
import { environments } from "../ledger/money.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { call } from "../process/call.ts";

const nothing = { requestId: z.null(), recordId: z.null() };

/**
 * Records a check and queues it; `requestId` is what to wait for. `identifierHashes` and `phoneHashes` are the results
 * of hashIdentifier() and hashPhone(). Amounts are in kobo. Raises too_many_waiting.
 */
export const requestIdentityCheck = call(
  "request_identity_check",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("pending"), requestId: z.bigint(), recordId: z.bigint() }),
    z.object({
      outcome: z.literal("insufficient_balance"),
      ...nothing,
      cost: z.bigint(),
      available: z.bigint(),
    }),
    z.object({ outcome: z.literal("limited"), ...nothing, waitSeconds: z.number() }),
  ]),
);

const completed = z.discriminatedUnion("status", [
  z.object({ status: z.literal("completed"), json: z.custom<IdentityCheckResultJson>() }),
  z.object({ status: z.literal("unavailable"), json: z.null() }),
  z.object({ status: z.literal("limited"), json: z.null(), wait_seconds: z.number() }),
]);

/** A check's outcome, with its result for the API; null while it is pending. */
export async function readIdentityCheck(connection: Connection, requestId: bigint) {
  return connection.maybeOne(sql.type(completed)`
    select
      case when limited_until is not null then 'limited' when status = 'unavailable' then status else 'completed' end
        as status,
      ceil(extract(epoch from limited_until - business_now(merchant_id, environment)))::integer as wait_seconds,
      case when status <> 'unavailable' then json_strip_nulls(json_build_object(
        'reference', reference, 'verified', status = 'succeeded', 'name', name, 'cacheHit', is_cache_hit,
        'remaining', remaining, 'merchantReference', merchant_reference, 'metadata', metadata
      )) end as json
    from identity_checks where id = ${requestId} and status <> 'pending'`);
}

/** The statuses of a provider's record, except an expired one, which nobody reads. */
export const identityRecordStatuses = ["pending", "found", "not_found", "unavailable"] as const;

const record = z.object({
  reference: z.string(),
  merchant_id: z.bigint(),
  environment: z.enum(environments),
  type: z.enum(identityTypes),
  status: z.enum(identityRecordStatuses),
  identifier_hash: z.instanceof(Buffer),
  encrypted_record: z.instanceof(Buffer),
  waitedMs: z.number(),
});

/** An identity's stored data, and how long ago a check last needed it; null after its term. */
export async function findIdentityRecord(connection: Connection, recordId: bigint) {
  return connection.maybeOne(sql.type(record)`
    select r.reference, r.merchant_id, r.environment, r.type, r.status, r.identifier_hash, r.encrypted_record,
      extract(epoch from now() - greatest(r.stored_at, last.inserted_at))::float8 * 1000 as "waitedMs"
    from identity_records r
    cross join (
      select max(inserted_at) as inserted_at from identity_checks
      where identity_record_id = ${recordId} and status = 'pending'
    ) last
    where r.id = ${recordId} and r.status <> 'expired'`);
}

/** Stores the provider's result for an identity: found, not_found or unavailable. False if done before. */
export const completeIdentityRecord = call("complete_identity_record");

const openCheck = z.object({ id: z.bigint(), encrypted_phone: z.instanceof(Buffer) });

/** The pending checks of an identity's record, oldest first. */
export async function findOpenIdentityChecks(connection: Connection, recordId: bigint) {
  return connection.any(sql.type(openCheck)`
    select id, encrypted_phone from identity_checks
    where identity_record_id = ${recordId} and status = 'pending' order by id`);
}

/** Stores a check's result with its event and notifies the waiting request. False if it was completed before. */
export const completeIdentityCheck = call("complete_identity_check");
