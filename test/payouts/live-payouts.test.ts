import { pino } from "pino";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/database.ts";
import type { Tenant } from "../../sql/queries/tenant.ts";
import { sql } from "../../sql/sql-tag.ts";
import type { TaskContext } from "../../workers/context.ts";
import { createGatewayFor } from "../../workers/gateways/create-gateway-for.ts";
import { confirmPayout } from "../../workers/payouts/confirm-payout.ts";
import { createPayoutCalls } from "../../workers/payouts/payout-calls.ts";
import { executePayout } from "../../workers/payouts/execute-payout.ts";
import { createDeliveryBatches } from "../../workers/webhooks/delivery-batches.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { eventually } from "../helpers/eventually.ts";
import { balancesOf, createFundedMerchant, findEvents, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { acceptTestPayout, findPayout, letQuestionBecomeDue } from "./accept-test-payouts.ts";
import { startProvider, type Misbehaviour, type Provider } from "../helpers/outside/start-provider.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";

const HOUR_MS = 60 * 60 * 1_000;
/** A payout of ₦10 costs ₦10. */
const FUNDS = 5_000n;
const reserved = { available: 3_000, reserved: 2_000 };
const paid = { available: 3_000, reserved: 0 };
const released = { available: 5_000, reserved: 0 };

/** A live payout that was accepted, and the tasks that send it through `provider`, without a queue in between. */
async function acceptLivePayout(database: Database, provider: Provider | undefined) {
  const tenant = await createFundedMerchant(database, FUNDS, "live");
  const reference = await acceptTestPayout(database, tenant);
  const { id } = await findPayout(database, reference);
  const gateways = createGatewayFor(database, {
    encryptionKeys: testEncryptionKeys,
    liveGateway: provider,
  });
  const context: TaskContext = {
    database,
    payoutCalls: createPayoutCalls(database),
    gatewayFor: gateways,
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
  };
  return {
    ...{ tenant, reference, id },
    execute: (signal = new AbortController().signal) => executePayout(context, id, signal),
    confirm: async (signal = new AbortController().signal) => {
      await letQuestionBecomeDue(database, id);
      await confirmPayout(context, id, signal);
    },
    /** Asks although the time for it may not have come. */
    confirmEarly: () => confirmPayout(context, id, new AbortController().signal),
  };
}

/** Neither paid nor given up: the money is reserved, and the next question is planned. */
async function expectUnconfirmed(database: Database, reference: string, tenant: Tenant): Promise<void> {
  const payout = await findPayout(database, reference);
  expect(payout).toMatchObject({ status: "processing", needs_review: false });
  expect(payout.next_confirmation_at).not.toBeNull();
  expect(await balancesOf(database, tenant)).toEqual(reserved);
  for (const type of ["payout.succeeded", "payout.failed"])
    expect(await findEvents(database, type, tenant)).toEqual([]);
}

/** Paid, once: at the provider, in the books, and to the merchant. */
async function expectPaidOnce(
  database: Database,
  { transfers }: Provider,
  { reference, tenant }: { reference: string; tenant: Tenant },
): Promise<void> {
  expect((await findPayout(database, reference)).status).toBe("succeeded");
  expect([...transfers.keys()]).toEqual([reference]);
  expect(transfers.get(reference)?.amount).toEqual({ value: 1_000, currency: "NGN" });
  expect(await balancesOf(database, tenant)).toEqual(paid);
  expect(await findEvents(database, "payout.succeeded", tenant)).toHaveLength(1);
  expect(await ledgerDrift(database)).toEqual([]);
}

describe.concurrent("a live payout", () => {
  test("is sent to the configured provider once", async ({ database, databaseUrl }) => {
    await using provider = await startProvider();
    await using _workers = await startTestWorkers(databaseUrl, provider.env);
    const tenant = await createFundedMerchant(database, FUNDS, "live");
    const reference = await acceptTestPayout(database, tenant);
    await eventually(() => expectPaidOnce(database, provider, { reference, tenant }));
    expect(provider.calls).toMatchObject({ transfer: 1, find: 0 });
    expect(provider.strays).toBe(0);
  });

  test("whose response is lost is confirmed, found paid and not sent again", async ({
    database,
    databaseUrl,
  }) => {
    await using provider = await startProvider();
    provider.misbehave("transfer", "drop");
    await using _workers = await startTestWorkers(databaseUrl, provider.env);
    const tenant = await createFundedMerchant(database, FUNDS, "live");
    const reference = await acceptTestPayout(database, tenant);
    await eventually(() => expectPaidOnce(database, provider, { reference, tenant }));
    expect(provider.calls).toMatchObject({ transfer: 1, find: 1 });
  });

  test("that the provider does not know at first, and then carries out, is paid once", async ({
    fileDatabase: database,
  }) => {
    await using provider = await startProvider();
    const payout = await acceptLivePayout(database, provider);
    provider.misbehave("transfer", "late", 1);
    const deadline = new AbortController();
    const executing = payout.execute(deadline.signal);
    await eventually(() => expect(provider.calls.transfer).toBe(1));
    deadline.abort();
    await executing;
    await expectUnconfirmed(database, payout.reference, payout.tenant);

    // Not found: sent again, under the same reference. Then the first one lands as well.
    await payout.confirm();
    expect(provider.calls).toMatchObject({ transfer: 2, find: 1 });
    await expectPaidOnce(database, provider, payout);
    provider.catchUp();
    expect(provider.transfers.get(payout.reference)?.timesSent).toBe(2);
    await expectPaidOnce(database, provider, payout);
  });

  test("that cannot be confirmed is neither sent again nor refunded", async ({ fileDatabase: database }) => {
    await using provider = await startProvider();
    const payout = await acceptLivePayout(database, provider);
    provider.misbehave("transfer", "drop", 1);
    await payout.execute();
    for (const how of ["unavailable", "refuse", "hang", "break", "not found, of a proxy"] as const) {
      provider.misbehave("find", how);
      await payout.confirm(AbortSignal.timeout(3_000));
      await expectUnconfirmed(database, payout.reference, payout.tenant);
    }
    expect(provider.calls).toMatchObject({ transfer: 1, find: 5 });

    provider.behave();
    await payout.confirm();
    await expectPaidOnce(database, provider, payout);
  });

  const misbehaviours: Misbehaviour[] = [
    ...(["refuse", "unavailable", "drop", "break", "hang", "late", "other money", "money as text"] as const),
    ...(["another reference", "a missing member", "a web page", "half a response", "a redirect"] as const),
    ...(["ten megabytes", "an error with status 200", "not found, of a proxy"] as const),
  ];
  for (const how of misbehaviours) {
    for (const fate of ["succeeded", "failed"] as const) {
      test(`with ${how} in response is unknown, then confirmed: ${fate}`, async ({
        fileDatabase: database,
      }) => {
        await using provider = await startProvider();
        provider.fates.set("0123456789", { status: fate });
        const payout = await acceptLivePayout(database, provider);
        provider.misbehave("transfer", how);
        provider.misbehave("find", how);
        await payout.execute(AbortSignal.timeout(1_000));
        await expectUnconfirmed(database, payout.reference, payout.tenant);
        await payout.confirm(AbortSignal.timeout(1_000));
        await expectUnconfirmed(database, payout.reference, payout.tenant);

        provider.behave();
        provider.catchUp();
        await payout.confirm();
        if (fate === "succeeded") return expectPaidOnce(database, provider, payout);
        expect((await findPayout(database, payout.reference)).status).toBe("failed");
        expect(await balancesOf(database, payout.tenant)).toEqual(released);
        expect(await findEvents(database, "payout.failed", payout.tenant)).toHaveLength(1);
        expect(provider.transfers.size).toBe(1);
        expect(await ledgerDrift(database)).toEqual([]);
      });
    }
  }

  test("that fails is refunded once, with the provider's reason", async ({ fileDatabase: database }) => {
    await using provider = await startProvider();
    const failure = { code: "ACCOUNT_CLOSED", message: "The account is closed." };
    provider.fates.set("0123456789", { status: "failed", failure });
    const payout = await acceptLivePayout(database, provider);
    await payout.execute();
    await payout.confirm();
    expect(await findPayout(database, payout.reference)).toMatchObject({
      ...{ status: "failed", failure_code: "ACCOUNT_CLOSED" },
    });
    expect(await balancesOf(database, payout.tenant)).toEqual(released);
    expect(await findEvents(database, "payout.failed", payout.tenant)).toHaveLength(1);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("that is pending is confirmed repeatedly until it is final", async ({ fileDatabase: database }) => {
    await using provider = await startProvider();
    provider.fates.set("0123456789", { status: "pending" });
    const payout = await acceptLivePayout(database, provider);
    await payout.execute();
    await payout.confirm();
    await expectUnconfirmed(database, payout.reference, payout.tenant);
    provider.transfers.get(payout.reference)!.status = "succeeded";
    await payout.confirm();
    await expectPaidOnce(database, provider, payout);
  });

  for (const ending of ["succeeded", "reversed"] as const) {
    test(`that succeeded is confirmed once more, most of a day later: ${ending}`, async ({
      fileDatabase: database,
    }) => {
      await using provider = await startProvider();
      const payout = await acceptLivePayout(database, provider);
      await payout.execute();
      const { next_confirmation_at: next } = await findPayout(database, payout.reference);
      expect(next!.getTime() - Date.now()).toBeGreaterThan(19 * HOUR_MS);
      expect(next!.getTime() - Date.now()).toBeLessThan(21 * HOUR_MS);

      provider.transfers.get(payout.reference)!.status = ending;
      await payout.confirmEarly();
      expect(provider.calls.find).toBe(0);
      await payout.confirm();
      expect(await findPayout(database, payout.reference)).toMatchObject({
        ...{ status: ending, next_confirmation_at: null },
      });
      // A fee is for the sending: it is kept.
      expect(await balancesOf(database, payout.tenant)).toEqual(
        ending === "reversed" ? { available: 4_000, reserved: 0 } : paid,
      );
      await payout.confirm();
      expect(provider.calls).toMatchObject({ transfer: 1, find: 1 });
      expect(await findEvents(database, "payout.reversed", payout.tenant)).toHaveLength(
        ending === "reversed" ? 1 : 0,
      );
      expect(await ledgerDrift(database)).toEqual([]);
    });
  }

  test("is unknown where no live gateway is configured, and never goes to the sandbox", async ({
    fileDatabase: database,
  }) => {
    const payout = await acceptLivePayout(database, undefined);
    await payout.execute();
    await payout.confirm();
    await expectUnconfirmed(database, payout.reference, payout.tenant);
    const sandbox = sql.type(z.object({ count: z.bigint() }))`
      select count(*) from sandbox_transfers where reference = ${payout.reference}`;
    expect(await database.oneFirst(sandbox)).toBe(0n);
  });
});
