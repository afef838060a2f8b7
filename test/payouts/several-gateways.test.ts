import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { claimPayouts } from "../helpers/worker-steps.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { confirmPayout } from "../../workers/payouts/confirm-payout.ts";
import { startPaystack, type Paystack } from "../gateways/paystack/start-paystack.ts";
import { startProvider, type Provider } from "../gateways/http/start-provider.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { eventually } from "../helpers/eventually.ts";
import { createFundedMerchant, ledgerDrift } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { acceptLivePayout, acceptLivePayoutTo, contextWith, FUNDS } from "./accept-live-payout.ts";
import { acceptTestPayout, findPayout, letPollBecomeDue } from "./accept-test-payouts.ts";

/** A bank that Paystack does not reach. */
const UNREACHED = "090270";

async function sentThrough(database: Database, reference: string) {
  return database.oneFirst(sql.type(z.object({ sent_through: z.string().nullable() }))`
    select sent_through from payouts where reference = ${reference}`);
}

async function confirmWith(database: Database, id: bigint, ...providers: (Provider | Paystack)[]) {
  await letPollBecomeDue(database, id);
  await confirmPayout(contextWith(database, providers), id);
}

describe.concurrent("of several live gateways", () => {
  test("the first of LIVE_GATEWAYS sends a payout, in running workers", async ({ database, databaseUrl }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    const env = { ...http.env, ...paystack.env, LIVE_GATEWAYS: "paystack,http" };
    await using _workers = await startTestWorkers(databaseUrl, env);
    const tenant = await createFundedMerchant(database, FUNDS, "live");
    const reference = await acceptTestPayout(database, tenant);
    await eventually(async () => expect((await findPayout(database, reference)).status).toBe("succeeded"));
    expect(paystack.calls.transfer).toBe(1);
    expect(http.calls.transfer).toBe(0);
    expect(await sentThrough(database, reference)).toBe("paystack");
  });

  for (const order of ["http first", "paystack first"] as const) {
    test(`the one that a payout was sent through is polled about it, and sends it again: ${order} since`, async ({
      fileDatabase: database,
    }) => {
      await using http = await startProvider();
      await using paystack = await startPaystack();
      const payout = await acceptLivePayout(database, http);
      http.misbehave("transfer", "unavailable", 1);
      await payout.execute();
      const now = order === "http first" ? [http, paystack] : [paystack, http];
      await confirmWith(database, payout.id, ...now);
      expect((await findPayout(database, payout.reference)).status).toBe("succeeded");
      expect(http.calls).toMatchObject({ transfer: 2, find: 1 });
      expect(paystack.calls).toMatchObject({ transfer: 0, find: 0 });
      expect(await ledgerDrift(database)).toEqual([]);
    });
  }

  test("the claim writes which one, so that a crash before the sending leads to no other", async ({
    fileDatabase: database,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    const payout = await acceptLivePayout(database);
    const [claim] = await claimPayouts(database, [payout.id], {
      waits: true,
      liveGateways: ["http", "paystack"],
    });
    expect(claim).toMatchObject({ sentThrough: "http", fence: 1n });
    // The worker is gone. Its successor prefers the other.
    await confirmWith(database, payout.id, paystack, http);
    expect((await findPayout(database, payout.reference)).status).toBe("succeeded");
    expect([...http.transfers.keys()]).toEqual([payout.reference]);
    expect(paystack.calls).toMatchObject({ transfer: 0, find: 0 });
  });

  test("the first that reaches the bank is chosen", async ({ fileDatabase: database }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    const payout = await acceptLivePayoutTo(database, UNREACHED, paystack, http);
    await payout.execute();
    expect(await sentThrough(database, payout.reference)).toBe("http");
    expect((await findPayout(database, payout.reference)).status).toBe("succeeded");
    expect(paystack.calls.recipient).toBe(0);
  });
});

describe.concurrent("a live gateway that an operator has stopped", () => {
  const stopped = (gateway: string) => ({
    environment: "live",
    scope: "gateway",
    gateway,
    merchant: "",
    bank: "",
    reason: "ticket 12",
  });

  test("sends nothing more, and is polled about what it sent", async ({ database, databaseUrl }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    const before = await acceptLivePayout(database, paystack, http);
    paystack.misbehave("transfer", "drop", 1);
    await before.execute();
    await runOpsScript(databaseUrl, "freeze-payouts", stopped("paystack"));

    // New ones are accepted, and the next gateway sends them.
    const after = await acceptLivePayout(database, paystack, http);
    await after.execute();
    expect(await sentThrough(database, after.reference)).toBe("http");
    await before.confirm();
    expect((await findPayout(database, before.reference)).status).toBe("succeeded");
    expect(paystack.calls).toMatchObject({ transfer: 1, find: 1 });
  });

  test("lets those payouts wait that no other can send, until it is released", async ({
    database,
    databaseUrl,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    await runOpsScript(databaseUrl, "freeze-payouts", stopped("http"));
    const payout = await acceptLivePayoutTo(database, UNREACHED, paystack, http);
    await payout.execute();
    expect(await findPayout(database, payout.reference)).toMatchObject({ status: "pending", fence: 0n });
    expect(await runOpsScript(databaseUrl, "payout-freezes")).toMatchObject([
      { frozen: "gateway http", gateway: "http", held: 1, reason: "ticket 12" },
    ]);
    expect(paystack.calls.recipient + http.calls.transfer).toBe(0);

    expect(await runOpsScript(databaseUrl, "release-payouts", stopped("http"))).toMatchObject([
      { released: "gateway http", payouts: 1 },
    ]);
    await payout.execute();
    expect((await findPayout(database, payout.reference)).status).toBe("succeeded");
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("must be one that there is", async ({ database: _database, databaseUrl }) => {
    expect(await runOpsScript(databaseUrl, "freeze-payouts", stopped("nobody"))).toContain(
      'there is no live gateway "nobody"',
    );
  });
});
