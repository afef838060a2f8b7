import { pino } from "pino";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { findBalances } from "../../sql/ledger/balances.ts";
import { claimPayoutConfirmation } from "../../sql/payouts/payouts.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import type { TaskContext } from "../../workers/context.ts";
import type {
  TransferStatusResult,
  Gateway,
  SendResult,
  TransferResult,
} from "../../workers/gateways/gateway.ts";
import { confirmPayout } from "../../workers/payouts/confirm-payout.ts";
import { createNameEnquiryCalls } from "../../workers/banks/name-enquiry-calls.ts";
import { createPayoutCalls } from "../../workers/payouts/payout-calls.ts";
import { executePayout } from "../../workers/payouts/execute-payout.ts";
import { createDeliveryBatches } from "../../workers/webhooks/delivery-batches.ts";
import { createFundedMerchant, findEvents, ledgerDrift } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { acceptTestPayout, findPayout, letPollBecomeDue } from "./accept-test-payouts.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { claimPayout, finishPayout } from "../helpers/worker-steps.ts";

/** Asks the bank about a payout when the time for it has come. */
async function askWhenDue(context: TaskContext, id: bigint): Promise<void> {
  await letPollBecomeDue(context.database, id);
  await confirmPayout(context, id);
}

/** A bank that responds as a test wants and keeps what it was sent. */
function scriptBank(script: {
  dedupes: boolean;
  notFoundCountsAfterMs?: number;
  send?: () => Promise<SendResult>;
  find?: () => Promise<TransferStatusResult>;
}): Gateway & { sent: string[]; asked: string[] } {
  const sent: string[] = [];
  const asked: string[] = [];
  const unknown = async () => ({ kind: "unknown" as const, reason: "not asked in this test" });
  return {
    kind: "sandbox",
    sent,
    asked,
    dedupesByReference: script.dedupes,
    notFoundCountsAfterMs: script.notFoundCountsAfterMs ?? 0,
    enquireName: unknown,
    sendTransfer: async ({ reference }) => {
      sent.push(reference);
      return (script.send ?? unknown)();
    },
    findTransfer: async ({ reference }) => {
      asked.push(reference);
      return (script.find ?? unknown)();
    },
  };
}

function contextWith(database: Database, gateway: Gateway): TaskContext {
  return {
    database,
    payoutCalls: createPayoutCalls(database),
    nameEnquiryCalls: createNameEnquiryCalls(database),
    gateways: { offering: () => [], named: () => gateway, ranked: () => [], mayRepeat: [] },
    sendWebhook: () => Promise.reject(new Error("no webhook in this test")),
    deliveries: createDeliveryBatches(database, { workerId: 1n, isSlow: false }),
    sendMail: async () => ({ outcome: "kept" }),
    publicUrl: "http://localhost",
    webhookGuard: { allowCidrs: [] },
    encryptionKeys: testEncryptionKeys,
    responseTimeoutMs: 10_000,
    workerId: 1n,
    crashPoint: () => {},
    logger: pino({ level: "silent" }),
    signal: new AbortController().signal,
  };
}

async function acceptOne(database: Database) {
  const tenant = await createFundedMerchant(database, 5_000n);
  const reference = await acceptTestPayout(database, tenant);
  const { id } = await findPayout(database, reference);
  return { tenant, reference, id };
}

describe.concurrent("a transfer's result from the provider", () => {
  test.for<[string, () => Promise<TransferResult>]>([
    ["unknown", async () => ({ kind: "unknown", reason: "502" })],
    ["an exception", () => Promise.reject(new Error("socket hang up"))],
    ["pending", async () => ({ kind: "pending" })],
  ])("%s leaves the payout processing, its money reserved", async ([, send], { fileDatabase: database }) => {
    const { tenant, reference, id } = await acceptOne(database);
    const bank = scriptBank({ dedupes: true, send });
    await executePayout(contextWith(database, bank), id);

    expect(await findPayout(database, reference)).toMatchObject({
      status: "processing",
      needs_review: false,
    });
    expect((await findPayout(database, reference)).next_confirmation_at).not.toBeNull();
    expect(await findBalances(database, tenant)).toMatchObject([{ reserved: { value: 1_000 } }]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("not found, from a bank that does not deduplicate: never sent again", async ({
    fileDatabase: database,
  }) => {
    const { reference, id } = await acceptOne(database);
    const bank = scriptBank({ dedupes: false, find: async () => ({ kind: "not_found" }) });
    const context = contextWith(database, bank);
    await executePayout(context, id);
    for (let asked = 0; asked < 3; asked += 1) await askWhenDue(context, id);

    expect(bank.sent).toEqual([reference]);
    expect((await findPayout(database, reference)).status).toBe("processing");
  });

  test("not found, from a bank that deduplicates: sent again under the same reference", async ({
    fileDatabase: database,
  }) => {
    const { reference, id } = await acceptOne(database);
    const responses: TransferResult[] = [{ kind: "unknown", reason: "timeout" }, { kind: "succeeded" }];
    const send = async () => responses.shift()!;
    const bank = scriptBank({ dedupes: true, send, find: async () => ({ kind: "not_found" }) });
    const context = contextWith(database, bank);
    await executePayout(context, id);
    await askWhenDue(context, id);

    expect(bank.sent).toEqual([reference, reference]);
    expect((await findPayout(database, reference)).status).toBe("succeeded");
  });

  test("not found, while payouts are frozen: sent again only once they are released", async ({
    database,
    databaseUrl,
  }) => {
    const { reference, id } = await acceptOne(database);
    const responses: TransferResult[] = [{ kind: "unknown", reason: "timeout" }, { kind: "succeeded" }];
    const send = async () => responses.shift()!;
    const bank = scriptBank({ dedupes: true, send, find: async () => ({ kind: "not_found" }) });
    const context = contextWith(database, bank);
    await executePayout(context, id);
    const all = { scope: "all", environment: "test", reason: "ticket 12" };
    await runOpsScript(databaseUrl, "freeze-payouts", all);
    await askWhenDue(context, id);
    expect([bank.sent, bank.asked]).toEqual([[reference], [reference]]);
    expect((await findPayout(database, reference)).status).toBe("processing");

    await runOpsScript(databaseUrl, "release-payouts", all);
    await askWhenDue(context, id);
    expect(bank.sent).toEqual([reference, reference]);
    expect((await findPayout(database, reference)).status).toBe("succeeded");
  });

  test("a confirmation that fails neither sends again nor refunds", async ({ fileDatabase: database }) => {
    const { tenant, reference, id } = await acceptOne(database);
    const bank = scriptBank({ dedupes: true, find: () => Promise.reject(new Error("503")) });
    const context = contextWith(database, bank);
    await executePayout(context, id);
    for (let asked = 0; asked < 5; asked += 1) await askWhenDue(context, id);

    expect(bank.sent).toEqual([reference]);
    expect((await findPayout(database, reference)).status).toBe("processing");
    expect(await findBalances(database, tenant)).toMatchObject([
      { available: { value: 4_000 }, reserved: { value: 1_000 } },
    ]);
  });

  test("a duplicate job neither sends nor polls", async ({ fileDatabase: database }) => {
    const { reference, id } = await acceptOne(database);
    const bank = scriptBank({ dedupes: false });
    const context = contextWith(database, bank);
    await Promise.all([1, 2, 3].map(() => executePayout(context, id)));
    expect(bank.sent).toEqual([reference]);
    expect(bank.asked).toEqual([]);
  });

  test("failed, then succeeded: nothing moves and the payout is marked for review", async ({ database }) => {
    const { tenant, reference, id } = await acceptOne(database);
    const failed = { kind: "failed", code: "DESTINATION_REJECTED", message: "The bank said no." } as const;
    const claim = (await claimPayout(database, id))!;
    expect(await finishPayout(database, claim, failed)).toBe("done");
    await database.query(sql.type(z.object({}))`update payouts set next_confirmation_at = now()`);
    const again = (await claimPayoutConfirmation(database, { payoutId: id }))!;
    expect(await finishPayout(database, again, { kind: "succeeded" })).toBe("contradiction");

    expect(await findPayout(database, reference)).toMatchObject({ status: "failed", needs_review: true });
    expect(await findEvents(database, "payout.succeeded")).toEqual([]);
    expect(await findBalances(database, tenant)).toMatchObject([
      { available: { value: 5_000 }, reserved: { value: 0 } },
    ]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("success and failure written at once by two workers: only the newest claim counts", async ({
    database,
  }) => {
    const { reference, id } = await acceptOne(database);
    const first = (await claimPayout(database, id))!;
    await letPollBecomeDue(database, id);
    const second = (await claimPayoutConfirmation(database, { payoutId: id }))!;
    const results = await Promise.all([
      finishPayout(database, first, { kind: "failed", code: "DESTINATION_REJECTED", message: "no" }),
      finishPayout(database, second, { kind: "succeeded" }),
    ]);
    expect(results).toEqual(["stale", "done"]);
    expect((await findPayout(database, reference)).status).toBe("succeeded");
    expect(await findEvents(database, "payout.failed")).toEqual([]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is queried on schedule for a day; then the payout is marked for an operator", async ({
    fileDatabase: database,
  }) => {
    const { reference, id } = await acceptOne(database);
    const context = contextWith(
      database,
      scriptBank({ dedupes: true, find: async () => ({ kind: "pending" }) }),
    );
    await claimPayout(database, id);

    const minute = 60;
    const planned: number[] = [];
    for (const age of [
      0,
      11,
      31,
      61,
      2.1 * minute,
      4.1 * minute,
      10.1 * minute,
      30.1 * minute,
      61 * minute,
      1_439 * minute,
    ]) {
      await setAge(database, id, age);
      await askWhenDue(context, id);
      planned.push(await nextQuestionAge(database, id));
    }
    const hours = [60 * minute, 120 * minute, 1_440 * minute];
    expect(planned).toEqual([10, 30, minute, 2 * minute, 4 * minute, 10 * minute, 30 * minute, ...hours]);

    await setAge(database, id, 1_441 * minute);
    await askWhenDue(context, id);
    expect(await findPayout(database, reference)).toMatchObject({
      status: "processing",
      needs_review: true,
      next_confirmation_at: null,
    });
  });
});

/** Moves the time at which a payout was sent `seconds` into the past. */
async function setAge(database: Database, id: bigint, seconds: number): Promise<void> {
  await database.query(sql.type(z.object({}))`
    update payouts set submitted_at = now() - ${seconds}::double precision * interval '1 second' where id = ${id}`);
}

/** How many seconds after it was sent the next question is planned. */
function nextQuestionAge(database: Database, id: bigint): Promise<number> {
  return database.oneFirst(sql.type(z.object({ seconds: z.number() }))`
    select round(extract(epoch from next_confirmation_at - submitted_at))::integer as seconds
    from payouts where id = ${id}`);
}
