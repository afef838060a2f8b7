import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import type { Step, Tell } from "../../scripts/cli/show-progress.ts";
import type { Database } from "../../sql/database.ts";
import { createMerchant } from "../../sql/queries/merchants.ts";
import { completeNameEnquiry, requestNameEnquiry } from "../../sql/queries/name-enquiries.ts";
import { acceptPayouts, type PayoutRequest } from "../../sql/queries/payouts.ts";
import type { Tenant } from "../../sql/queries/tenant.ts";
import { sql } from "../../sql/sql-tag.ts";
import { useEmptyDatabase } from "./use-empty-database.ts";

const PAYOUTS = 2_000;
const CLIENTS = 16;
const BATCH = 25;
/** Whom all payouts go to. */
export const destination = { bankCode: "044", accountNumber: "0123456789", accountName: "ADAEZE OKAFOR" };

/** How fast payouts are accepted: of one busy merchant, of many, and of one merchant in batches. */
export async function benchAcceptPayouts(serverUrl: string, measurement: Step): Promise<void> {
  await useEmptyDatabase(serverUrl, CLIENTS, (database) => compare(database, measurement));
}

async function compare(database: Database, measurement: Step): Promise<void> {
  const merchants = await Promise.all(Array.from({ length: CLIENTS }, () => createRichMerchant(database)));
  const busy = merchants[0]!;
  const spreadOut = (n: number) => merchants[n % CLIENTS]!;
  await measurement("payouts to warm up", (tell) => run(database, 500, 1, spreadOut, tell));
  // As autovacuum does within a minute: without statistics the first plans are poor.
  await database.query(sql.type(z.object({}))`analyze`);

  const measure = (name: string, batch: number, tenantOf: (n: number) => Tenant) =>
    measurement(`payouts of ${name}`, (tell) => run(database, PAYOUTS, batch, tenantOf, tell));
  const names = [
    "one merchant, one by one",
    `${CLIENTS} merchants, one by one`,
    `one merchant, ${BATCH} in a call`,
  ];
  const single = await measure(names[0]!, 1, () => busy);
  const spread = await measure(names[1]!, 1, spreadOut);
  const batched = await measure(names[2]!, BATCH, () => busy);

  console.log(`accept_payouts, ${PAYOUTS} payouts from ${CLIENTS} clients, accepted per second:`);
  report(names[0]!, single, single);
  report(names[1]!, spread, single);
  report(names[2]!, batched, single);
}

function report(name: string, perSecond: number, baseline: number): void {
  const ratio = (perSecond / baseline).toFixed(2);
  console.log(`  ${name.padEnd(32)} ${perSecond.toFixed(0).padStart(7)}   ${ratio.padStart(6)} x`);
}

/** A merchant with money to send, whose one recipient is known to the bank. */
export async function createRichMerchant(database: Database): Promise<Tenant> {
  const { id } = await createMerchant(database, "Bench", "bench@example.com");
  const tenant: Tenant = { merchantId: id, environment: "test" };
  await database.query(sql.type(z.object({}))`
    select post_journals(array[(
      'credit_settled', ${randomUUID()}, ${id}, 'test', 'NGN', 1000000000000, 0, -1000000000000, 0, 0
    )::ledger_movement])`);
  const enquiry = await requestNameEnquiry(database, tenant, destination);
  await completeNameEnquiry(database, enquiry!, {
    status: "resolved",
    account_name: destination.accountName,
  });
  return tenant;
}

/** Payouts accepted per second, `batch` in a call, by clients that each wait for their answer. */
async function run(
  database: Database,
  payouts: number,
  batch: number,
  tenantOf: (n: number) => Tenant,
  tell: Tell,
): Promise<number> {
  let next = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (next < payouts) {
        const first = next;
        next += batch;
        tell(`${first} of ${payouts}`);
        const requests = Array.from({ length: batch }, (_, n) => request(tenantOf(first + n)));
        const decisions = await acceptPayouts(database, requests);
        if (decisions.some(({ outcome }) => outcome !== "accepted")) throw new Error("a payout was refused");
      }
    }),
  );
  tell(`${payouts} of ${payouts}`);
  return payouts / ((performance.now() - start) / 1000);
}

function request(tenant: Tenant): PayoutRequest {
  return {
    ...tenant,
    destination,
    idempotencyKey: randomUUID(),
    requestHash: randomBytes(32),
    amount: 100n,
  };
}
