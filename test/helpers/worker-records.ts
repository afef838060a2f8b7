import { createHash } from "node:crypto";
import { expect } from "vitest";
import { z } from "zod";
import {
  hashIdentifier,
  encryptIdentity,
  encryptPhone,
  type IdentityType,
} from "../../sql/identity/identity-record.ts";
import type { MasterKeys } from "../../sql/crypto/encryption.ts";
import type { Connection } from "../../sql/database.ts";
import { completeNameEnquiry, requestNameEnquiry } from "../../sql/queries/name-enquiries.ts";
import { settleCredit, recordCredit } from "../../sql/queries/credits.ts";
import { requestIdentityCheck, readIdentityCheck } from "../../sql/queries/identity-checks.ts";
import { createMerchant } from "../../sql/queries/merchants.ts";
import { acceptPayouts } from "../../sql/queries/payouts.ts";
import type { Tenant } from "../../sql/queries/tenant.ts";
import { setWebhookEndpoint } from "../../sql/queries/webhook-endpoints.ts";
import { sql } from "../../sql/sql-tag.ts";
import { sandboxAccountName } from "../../workers/gateways/sandbox/account-name.ts";
import { testEncryptionKeys } from "./encryption-key.ts";
import { eventually } from "./eventually.ts";
import { createVirtualAccount } from "./records.ts";

const bankCode = "058";
let counter = 0;

/** Tells the merchant's webhooks to go to `url`; returns the signing secret. */
export async function setEndpoint(database: Connection, tenant: Tenant, url: string): Promise<string> {
  return (await setWebhookEndpoint(database, testEncryptionKeys, tenant, url)).secret;
}

/** A merchant whose live environment has `available` kobo, received as the provider reports it. */
export async function createLiveMerchant(database: Connection, available: bigint): Promise<Tenant> {
  const { id: merchantId } = await createMerchant(database, "Kaduna Books", "owner@kadunabooks.example");
  const tenant = { merchantId, environment: "live" as const };
  const account = await createVirtualAccount(database, tenant, available);
  const credit = await recordCredit(database, {
    ...{ environment: "live", recipient: account.reference, providerReference: `paid-${account.reference}` },
    ...{ amount: available, currency: "NGN", payer: null, confirmed: true },
  });
  expect(await settleCredit(database, credit!)).toBe("settled");
  return tenant;
}

export type Person = { type?: IdentityType; identifier: string; phone: string };

/** Asks for an identity check as the ingress does; returns the row ids of the check and its record. */
export async function askCheck(
  database: Connection,
  tenant: Tenant,
  { type = "bvn", identifier, phone }: Person,
  keys: MasterKeys = testEncryptionKeys,
): Promise<{ request: bigint; record: bigint }> {
  const identifierHashes = hashIdentifier(keys, tenant, type, identifier);
  const asked = await requestIdentityCheck(database, tenant, {
    ...{ type, identifierHashes },
    encryptedQuestion: encryptIdentity(
      keys,
      { ...tenant, type, hash: identifierHashes[0]! },
      { identifier, phone },
    ),
    encryptedPhone: encryptPhone(keys, tenant, phone),
  });
  if (asked.outcome !== "pending") throw new Error(`the check was refused: ${asked.outcome}`);
  return { request: asked.request_id, record: asked.record_id };
}

const checkResult = z.object({
  reference: z.string(),
  verified: z.boolean(),
  name: z.string().optional(),
  cacheHit: z.boolean(),
});

/** Asks for an identity check and waits for what running workers answer; null where there was no answer to be had. */
export async function check(
  database: Connection,
  tenant: Tenant,
  person: Person,
  keys: MasterKeys = testEncryptionKeys,
): Promise<z.output<typeof checkResult> | null> {
  const { request } = await askCheck(database, tenant, person, keys);
  return readCheck(database, request);
}

/** Waits for the answer to a check. */
export async function readCheck(database: Connection, request: bigint) {
  const answer = await eventually(async () => {
    const read = await readIdentityCheck(database, request);
    expect(read).not.toBeNull();
    return read!;
  });
  return answer.status === "answered" ? checkResult.parse(answer.json) : null;
}

/** Accepts `count` payouts of ₦10 each to one account, as the ingress does, and returns their references. */
export async function acceptTestPayouts(
  database: Connection,
  tenant: Tenant,
  { accountNumber = "0123456789", count = 1 }: { accountNumber?: string; count?: number } = {},
): Promise<string[]> {
  const accountName = sandboxAccountName(bankCode, accountNumber);
  const enquiry = await requestNameEnquiry(database, tenant, { bankCode, accountNumber });
  await completeNameEnquiry(database, enquiry!, { status: "resolved", account_name: accountName });
  // Workers that run already may have been faster, and a live provider knows another name.
  await database.query(sql.type(z.object({}))`
    update name_enquiries set account_name = ${accountName} where id = ${enquiry} and status = 'resolved'`);
  const requests = Array.from({ length: count }, () => {
    const idempotencyKey = `key-${(counter += 1)}`;
    const requestHash = createHash("sha256").update(idempotencyKey).digest();
    const destination = { bankCode, accountNumber, accountName };
    return { ...tenant, idempotencyKey, requestHash, amount: 1_000n, destination };
  });
  const decisions = await acceptPayouts(database, requests);
  return decisions.map((decision) => {
    expect(decision.outcome).toBe("accepted");
    return z.object({ reference: z.string() }).parse(decision.payout).reference;
  });
}

/** Accepts one payout; returns its reference. */
export async function acceptTestPayout(
  database: Connection,
  tenant: Tenant,
  accountNumber?: string,
): Promise<string> {
  const [reference] = await acceptTestPayouts(
    database,
    tenant,
    accountNumber === undefined ? {} : { accountNumber },
  );
  return reference!;
}

const payoutRow = z.object({
  id: z.bigint(),
  status: z.string(),
  fence: z.bigint(),
  failure_code: z.string().nullable(),
  next_confirmation_at: z.date().nullable(),
  needs_review: z.boolean(),
});

export function findPayout(database: Connection, reference: string): Promise<z.output<typeof payoutRow>> {
  return database.one(sql.type(payoutRow)`
    select id, status, fence, failure_code, next_confirmation_at, needs_review
    from payouts where reference = ${reference}`);
}

/** The events of a type, oldest first, with how their delivery stands. */
export function findEvents(database: Connection, type: string) {
  const row = z.object({
    id: z.bigint(),
    reference: z.string(),
    body: z.string(),
    delivery_status: z.string(),
  });
  return database.any(sql.type(row)`
    select id, reference, body, delivery_status from events where type = ${type} order by id`);
}

/** How often the sandbox bank was asked to carry out each transfer; it keeps one row, one effect, a reference. */
export function findTransfers(database: Connection) {
  const row = z.object({ reference: z.string(), times_sent: z.number() });
  return database.any(sql.type(row)`select reference, times_sent from sandbox_transfers order by reference`);
}

/** What is left in the queue, heartbeats aside. */
export function findJobs(database: Connection) {
  const row = z.object({
    task: z.string(),
    key: z.string().nullable(),
    locked: z.boolean(),
    attempts: z.number(),
    max_attempts: z.number(),
    last_error: z.string().nullable(),
    run_at: z.date(),
  });
  return database.any(sql.type(row)`
    select task_identifier as task, key, locked_at is not null as locked, attempts, max_attempts, last_error, run_at
    from graphile_worker.jobs j where task_identifier not like 'heartbeat%' order by j.id`);
}

/** Adds a job by hand. Returns its id. */
export function addJob(
  database: Connection,
  task: string,
  payload: object,
  maxAttempts = 25,
): Promise<string> {
  return database.oneFirst(sql.type(z.object({ id: z.string() }))`
    select id::text from graphile_worker.add_job(
      ${task}, payload => ${sql.json(payload as never)}, max_attempts => ${maxAttempts},
      job_key => ${`by-hand-${(counter += 1)}`}
    )`);
}

/** Fails with what is wrong with the books, if anything is. */
export async function expectSoundLedger(database: Connection): Promise<void> {
  const row = z.object({ problem: z.string(), subject: z.string() });
  expect(await database.any(sql.type(row)`select problem, subject from ledger_drift`)).toEqual([]);
}

/** Takes everything out of the queue, or everything but the jobs of one task. */
export async function emptyQueue(database: Connection, exceptTask = ""): Promise<void> {
  await database.query(sql.type(z.object({}))`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier <> ${exceptTask}`);
}

/** Queues a task for a row, as the platform does. */
export async function enqueue(database: Connection, task: string, rowId: bigint): Promise<void> {
  await database.query(sql.type(z.object({}))`select enqueue_jobs(${task}, array[${rowId}::bigint])`);
}
