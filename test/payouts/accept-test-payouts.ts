import { createHash } from "node:crypto";
import { z } from "zod";
import type { Connection } from "../../sql/process/database.ts";
import { completeNameEnquiry, requestNameEnquiry } from "../../sql/banks/name-enquiries.ts";
import type { PayoutPurpose } from "../../sql/payouts/payout-json.ts";
import { acceptPayouts } from "../../sql/payouts/payouts.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { DEFAULT_NAME } from "../gateways/http/start-provider.ts";
import { sandboxAccountName } from "../../workers/gateways/sandbox/account-name.ts";
import { asOperator } from "../helpers/as-operator.ts";

let counter = 0;

/** Accepts `count` payouts of ₦10 each to one account, as the ingress does, and returns their references. */
export async function acceptTestPayouts(
  database: Connection,
  tenant: Tenant,
  {
    bankCode = "058",
    accountNumber = "0123456789",
    count = 1,
    amount = 1_000n,
    purpose,
  }: {
    bankCode?: string;
    accountNumber?: string;
    count?: number;
    amount?: bigint;
    purpose?: PayoutPurpose;
  } = {},
): Promise<string[]> {
  // The name that all providers know.
  const accountName =
    tenant.environment === "live" ? DEFAULT_NAME : sandboxAccountName(bankCode, accountNumber);
  const enquiry = await requestNameEnquiry(database, tenant, { bankCode, accountNumber });
  await completeNameEnquiry(database, enquiry!, { status: "resolved", accountName });
  // Workers that run already may have been faster, and a test may have a live provider know another name.
  await database.query(sql.type(z.object({}))`
    update name_enquiries set account_name = ${accountName} where id = ${enquiry} and status = 'resolved'`);
  const requests = Array.from({ length: count }, () => {
    const idempotencyKey = `key-${(counter += 1)}`;
    const requestHash = createHash("sha256").update(idempotencyKey).digest();
    const destination = { bankCode, accountNumber, accountName };
    return { ...tenant, idempotencyKey, requestHash, amount, purpose, destination, ...asOperator };
  });
  const decisions = await acceptPayouts(database, requests);
  return decisions.map((decision) => {
    if (decision.outcome !== "accepted") throw new Error(`the payout was refused: ${decision.outcome}`);
    return decision.payout.reference;
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

/** Lets the time pass until the next question about a payout to its provider is due, if one is planned. */
export async function letPollBecomeDue(database: Connection, id: bigint): Promise<void> {
  await database.query(sql.type(z.object({}))`
    update payouts set next_confirmation_at = business_now(merchant_id, environment),
      reversible_until = least(reversible_until, business_now(merchant_id, environment))
    where id = ${id} and next_confirmation_at is not null`);
}

/** Lets the time pass after which a provider's "not found" counts. */
export async function letNotFoundCount(database: Connection, id: bigint): Promise<void> {
  await database.query(sql.type(z.object({}))`
    update payouts set not_found_since = not_found_since - interval '10 minutes' where id = ${id}`);
}

/** How often the sandbox bank was asked to carry out each transfer; it keeps one row, one effect, a reference. */
export function findTransfers(database: Connection) {
  const row = z.object({ reference: z.string(), times_sent: z.number() });
  return database.any(sql.type(row)`select reference, times_sent from sandbox_transfers order by reference`);
}
