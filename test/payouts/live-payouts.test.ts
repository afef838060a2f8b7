import { pino } from "pino";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { confirmPayout } from "../../workers/payouts/confirm-payout.ts";
import { executePayout } from "../../workers/payouts/execute-payout.ts";
import { eventually } from "../helpers/eventually.ts";
import { balancesOf, createFundedMerchant, findEvents, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import {
  acceptLivePayout,
  acceptLivePayoutTo,
  contextWith,
  FUNDS,
  type LiveProvider,
} from "./accept-live-payout.ts";
import { acceptTestPayout, findPayout, letPollBecomeDue } from "./accept-test-payouts.ts";
import { startFlutterwave, type FlutterwaveMisbehaviour } from "../gateways/flutterwave/start-flutterwave.ts";
import { startMonnify, type MonnifyMisbehaviour } from "../gateways/monnify/start-monnify.ts";
import {
  startPaystack,
  type Paystack,
  type PaystackMisbehaviour,
} from "../gateways/paystack/start-paystack.ts";
import { startProvider, type Misbehaviour } from "../gateways/http/start-provider.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";

const HOUR_MS = 60 * 60 * 1_000;
const reserved = { available: 3_000, reserved: 2_075 };
const paid = { available: 3_000, reserved: 0 };
const released = { available: 5_075, reserved: 0 };

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
  { transfers }: LiveProvider,
  { reference, tenant }: { reference: string; tenant: Tenant },
): Promise<void> {
  expect((await findPayout(database, reference)).status).toBe("succeeded");
  expect([...transfers.keys()]).toEqual([reference]);
  expect(transfers.get(reference)?.amount).toEqual({ value: 1_000, currency: "NGN" });
  expect(await balancesOf(database, tenant)).toEqual(paid);
  expect(await findEvents(database, "payout.succeeded", tenant)).toHaveLength(1);
  expect(await ledgerDrift(database)).toEqual([]);
}

/** Sends it, and gives up on a response that does not come. */
async function executeUntilSent(
  { execute }: { execute: (signal: AbortSignal) => Promise<void> },
  { calls }: { calls: { transfer: number } },
  how: string,
): Promise<void> {
  const { transfer } = calls;
  const deadline = new AbortController();
  const executing = execute(deadline.signal);
  await eventually(() => expect(calls.transfer).toBe(transfer + 1));
  if (how === "stall" || how === "late") deadline.abort();
  await executing;
}

/** The same rules hold for each live gateway. */
const gateways: {
  name: string;
  start: () => Promise<LiveProvider>;
  /** Whether a payout that the provider does not know is sent again. */
  sendsAgain: boolean;
  /** Whether it has a word for money that came back. */
  saysReversed: boolean;
}[] = [
  { name: "http", start: startProvider, sendsAgain: true, saysReversed: true },
  { name: "paystack", start: startPaystack, sendsAgain: true, saysReversed: true },
  { name: "monnify", start: startMonnify, sendsAgain: false, saysReversed: true },
  { name: "flutterwave", start: startFlutterwave, sendsAgain: false, saysReversed: false },
];

describe.concurrent.each(gateways)("a live payout through $name", ({ start, sendsAgain, saysReversed }) => {
  test("is sent to the configured provider once", async ({ database, databaseUrl }) => {
    await using provider = await start();
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
    await using provider = await start();
    provider.misbehave("transfer", "drop");
    await using _workers = await startTestWorkers(databaseUrl, provider.env);
    const tenant = await createFundedMerchant(database, FUNDS, "live");
    const reference = await acceptTestPayout(database, tenant);
    await eventually(() => expectPaidOnce(database, provider, { reference, tenant }));
    expect(provider.calls).toMatchObject({ transfer: 1, find: 1 });
  });

  test("that cannot be confirmed is neither sent again nor refunded", async ({ fileDatabase: database }) => {
    await using provider = await start();
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

  /** What says nothing of the transfer: its outcome is the same to whoever reads the response. */
  const silent: Misbehaviour[] = [
    ...(["refuse", "unavailable", "hang", "late", "a web page", "a redirect", "ten megabytes"] as const),
    "not found, of a proxy",
  ];
  const misbehaviours: Misbehaviour[] = [
    ...silent,
    ...(["drop", "break", "other money", "another reference", "a missing member"] as const),
    ...(["half a response", "an error with status 200"] as const),
  ];
  for (const how of misbehaviours) {
    for (const outcome of silent.includes(how)
      ? (["succeeded"] as const)
      : (["succeeded", "failed"] as const)) {
      test(`with ${how} in response is unknown, then confirmed: ${outcome}`, async ({
        fileDatabase: database,
      }) => {
        await using provider = await start();
        provider.outcomes.set("0123456789", { status: outcome });
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
        if ((await findPayout(database, payout.reference)).status === "processing") {
          // It was never sent, and Paystack's "not found" counts only after a while.
          await payout.wait();
          await payout.confirm();
          if (!sendsAgain) {
            expect(provider.calls.transfer).toBeLessThanOrEqual(1);
            expect(provider.transfers.size).toBe(0);
            return expectUnconfirmed(database, payout.reference, payout.tenant);
          }
        }
        if (outcome === "succeeded") return expectPaidOnce(database, provider, payout);
        expect((await findPayout(database, payout.reference)).status).toBe("failed");
        expect(await balancesOf(database, payout.tenant)).toEqual(released);
        expect(await findEvents(database, "payout.failed", payout.tenant)).toHaveLength(1);
        expect(provider.transfers.size).toBe(1);
        expect(await ledgerDrift(database)).toEqual([]);
      });
    }
  }

  test("that is pending is confirmed repeatedly until it is final", async ({ fileDatabase: database }) => {
    await using provider = await start();
    provider.outcomes.set("0123456789", { status: "pending" });
    const payout = await acceptLivePayout(database, provider);
    await payout.execute();
    await payout.confirm();
    await expectUnconfirmed(database, payout.reference, payout.tenant);
    provider.transfers.get(payout.reference)!.status = "succeeded";
    await payout.confirm();
    await expectPaidOnce(database, provider, payout);
  });

  for (const ending of saysReversed ? (["succeeded", "reversed"] as const) : (["succeeded"] as const)) {
    test(`that succeeded is confirmed once more, most of a day later: ${ending}`, async ({
      fileDatabase: database,
    }) => {
      await using provider = await start();
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
        status: ending,
        next_confirmation_at: null,
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

  for (const ending of ["failed", "succeeded"] as const) {
    test(`that failed is confirmed once more, most of a day later: ${ending}`, async ({
      fileDatabase: database,
    }) => {
      await using provider = await start();
      provider.outcomes.set("0123456789", { status: "failed" });
      const payout = await acceptLivePayout(database, provider);
      await payout.execute();
      const { next_confirmation_at: next } = await findPayout(database, payout.reference);
      expect(next!.getTime() - Date.now()).toBeGreaterThan(19 * HOUR_MS);
      expect(next!.getTime() - Date.now()).toBeLessThan(21 * HOUR_MS);

      // Asked by an operator before, the question stays planned.
      await database.query(sql.type(z.object({}))`
        select poll_payout(${payout.reference}, row('ada', null, null, 'ticket 12', null)::acting)`);
      await payout.confirmEarly();
      expect((await findPayout(database, payout.reference)).next_confirmation_at).toEqual(next);

      // No notice reports that it was paid after all.
      provider.transfers.get(payout.reference)!.status = ending;
      provider.misbehave("find", "unavailable", 1);
      await payout.confirm();
      expect((await findPayout(database, payout.reference)).next_confirmation_at).not.toBeNull();
      await payout.confirm();
      expect(await findPayout(database, payout.reference)).toMatchObject({
        status: "failed",
        needs_review: ending === "succeeded",
        next_confirmation_at: null,
      });
      await payout.confirm();
      expect(provider.calls).toMatchObject({ transfer: 1, find: 3 });
      expect(await balancesOf(database, payout.tenant)).toEqual(released);
      expect(await findEvents(database, "payout.failed", payout.tenant)).toHaveLength(1);
      expect(await ledgerDrift(database)).toEqual([]);
    });
  }
});

describe.concurrent("a live payout", () => {
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

  test("that fails is refunded once, with the provider's reason", async ({ fileDatabase: database }) => {
    await using provider = await startProvider();
    const failure = { code: "ACCOUNT_CLOSED", message: "The account is closed." };
    provider.outcomes.set("0123456789", { status: "failed", failure });
    const payout = await acceptLivePayout(database, provider);
    await payout.execute();
    await payout.confirm();
    expect(await findPayout(database, payout.reference)).toMatchObject({
      status: "failed",
      failure_code: "ACCOUNT_CLOSED",
    });
    expect(await balancesOf(database, payout.tenant)).toEqual(released);
    expect(await findEvents(database, "payout.failed", payout.tenant)).toHaveLength(1);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("waits for a worker with a gateway where this one has none, and never goes to the sandbox", async ({
    fileDatabase: database,
  }) => {
    const payout = await acceptLivePayout(database);
    await payout.execute();
    await payout.confirm();
    // Nothing is stranded: its merchant may cancel it, and the next worker that has a gateway sends it.
    expect(await findPayout(database, payout.reference)).toMatchObject({
      status: "pending",
      fence: 0n,
      next_confirmation_at: null,
    });
    const sandbox = sql.type(z.object({ count: z.bigint() }))`
      select count(*) from sandbox_transfers where reference = ${payout.reference}`;
    expect(await database.oneFirst(sandbox)).toBe(0n);
    await using provider = await startProvider();
    await executePayout(contextWith(database, [provider]), payout.id);
    await expectPaidOnce(database, provider, payout);
  });
});

describe.concurrent("a live payout that was sent through another gateway", () => {
  const pairs = [
    ["paystack", startPaystack, startProvider],
    ["http", startProvider, startPaystack],
    ["monnify", startMonnify, startPaystack],
    ["paystack, where Monnify is set,", startPaystack, startMonnify],
    ["flutterwave", startFlutterwave, startPaystack],
    ["paystack, where Flutterwave is set,", startPaystack, startFlutterwave],
  ] as const;
  test.for(pairs)(
    "%s is not polled, nor sent again, and waits for a person",
    async ([, startFirst, startSecond], { fileDatabase: database }) => {
      await using first = await startFirst();
      await using second = await startSecond();
      first.outcomes.set("0123456789", { status: "pending" });
      const payout = await acceptLivePayout(database, first);
      await payout.execute();
      const logged: string[] = [];
      const context = contextWith(database, [second], pino({}, { write: (line) => void logged.push(line) }));
      const confirm = async () => {
        await letPollBecomeDue(database, payout.id);
        await confirmPayout(context, payout.id);
      };
      for (let asked = 0; asked < 2; asked += 1) {
        await confirm();
        await payout.wait();
      }
      await expectUnconfirmed(database, payout.reference, payout.tenant);
      expect(logged.map((line) => JSON.parse(line) as object)).toContainEqual(
        expect.objectContaining({ level: 50, code: "TRANSFER_SENT_ELSEWHERE", payout: payout.reference }),
      );
      await database.query(sql.type(z.object({}))`
      update payouts set submitted_at = now() - interval '25 hours' where id = ${payout.id}`);
      await confirm();
      expect(await findPayout(database, payout.reference)).toMatchObject({
        status: "processing",
        needs_review: true,
      });
      expect(second.calls).toMatchObject({ transfer: 0, find: 0 });

      // The one that has it still ends it, once it is polled.
      first.transfers.get(payout.reference)!.status = "succeeded";
      await database.query(sql.type(z.object({}))`
      update payouts set next_confirmation_at = now() where id = ${payout.id}`);
      await payout.confirm();
      await expectPaidOnce(database, first, payout);
    },
  );
});

describe.concurrent("a live payout through Paystack", () => {
  /** Paid, failed or under way, as Paystack has it; the money of the books is where that says. */
  async function expectAgreement(
    database: Database,
    { transfers }: Paystack,
    { reference, tenant }: { reference: string; tenant: Tenant },
  ) {
    const { status } = await findPayout(database, reference);
    expect(transfers.size).toBeLessThanOrEqual(1);
    const isPaid = transfers.get(reference)?.status === "succeeded";
    expect(isPaid ? ["processing", "succeeded"] : ["processing"]).toContain(status);
    expect(await balancesOf(database, tenant)).toEqual(status === "succeeded" ? paid : reserved);
    expect(await ledgerDrift(database)).toEqual([]);
  }

  test("that Paystack does not know at first is sent again only after ten minutes of not found", async ({
    fileDatabase: database,
  }) => {
    await using paystack = await startPaystack();
    const payout = await acceptLivePayout(database, paystack);
    paystack.misbehave("transfer", "late", 1);
    await executeUntilSent(payout, paystack, "late");
    for (let asked = 0; asked < 3; asked += 1) await payout.confirm();
    expect(paystack.calls).toMatchObject({ transfer: 1, find: 3 });
    await expectUnconfirmed(database, payout.reference, payout.tenant);

    // An answer that says nothing begins the ten minutes again.
    await payout.wait();
    paystack.misbehave("find", "rate limited", 1);
    for (let asked = 0; asked < 2; asked += 1) await payout.confirm();
    expect(paystack.calls.transfer).toBe(1);
    await expectUnconfirmed(database, payout.reference, payout.tenant);

    await payout.wait();
    await payout.confirm();
    expect(paystack.calls.transfer).toBe(2);
    await expectPaidOnce(database, paystack, payout);
    // Then the first one lands as well.
    paystack.catchUp();
    expect(paystack.transfers.get(payout.reference)?.timesSent).toBe(2);
    await expectPaidOnce(database, paystack, payout);
  });

  test("that was taken, and is sent again because Paystack did not say so, is paid once", async ({
    fileDatabase: database,
  }) => {
    await using paystack = await startPaystack();
    const payout = await acceptLivePayout(database, paystack);
    paystack.misbehave("transfer", "drop", 1);
    await payout.execute();
    paystack.misbehave("find", "not found yet", 2);
    await payout.confirm();
    await payout.wait();
    await payout.confirm();
    expect(paystack.calls.transfer).toBe(2);
    await expectUnconfirmed(database, payout.reference, payout.tenant);
    await payout.confirm();
    await expectPaidOnce(database, paystack, payout);
  });

  test("whose second sending is refused is not a failure: the first may be under way", async ({
    fileDatabase: database,
  }) => {
    await using paystack = await startPaystack();
    const payout = await acceptLivePayout(database, paystack);
    paystack.misbehave("transfer", "late", 1);
    await executeUntilSent(payout, paystack, "late");
    await payout.confirm();
    await payout.wait();
    paystack.refusedRecipients.add("0123456789");
    await payout.confirm();
    await expectUnconfirmed(database, payout.reference, payout.tenant);
    paystack.catchUp();
    await payout.confirm();
    await expectPaidOnce(database, paystack, payout);
  });

  test("to an account that cannot be paid fails with a code of ours, and is given back", async ({
    fileDatabase: database,
  }) => {
    await using paystack = await startPaystack();
    paystack.refusedRecipients.add("0123456789");
    const payout = await acceptLivePayout(database, paystack);
    await payout.execute();
    expect(await findPayout(database, payout.reference)).toMatchObject({
      status: "failed",
      failure_code: "DESTINATION_REJECTED",
    });
    expect(await balancesOf(database, payout.tenant)).toEqual(released);
    const [event] = await findEvents(database, "payout.failed", payout.tenant);
    expect(JSON.stringify(event, (_, value) => (typeof value === "bigint" ? `${value}` : value))).not.toMatch(
      /paystack|RCP_|TRF_|invalid/i,
    );
    expect(await ledgerDrift(database)).toEqual([]);
  });

  const misbehaviours: PaystackMisbehaviour[] = [
    ...(["stall", "rate limited", "not found yet", "another reference", "other money", "break"] as const),
  ];
  for (const how of misbehaviours) {
    for (const kind of ["recipient", "transfer"] as const) {
      test(`with ${how} in response to ${kind} is never paid twice, nor failed when it was paid`, async ({
        fileDatabase: database,
      }) => {
        await using paystack = await startPaystack();
        const payout = await acceptLivePayout(database, paystack);
        paystack.misbehave(kind, how);
        await payout.execute(AbortSignal.timeout(500));
        await expectAgreement(database, paystack, payout);
        paystack.misbehave("find", how);
        await payout.confirm(AbortSignal.timeout(500));
        await expectAgreement(database, paystack, payout);
        paystack.behave();
        for (let asked = 0; asked < 2; asked += 1) {
          await payout.wait();
          await payout.confirm();
        }
        await expectPaidOnce(database, paystack, payout);
      });
    }
  }

  for (const word of ["otp", "received", "pending", "a new word"]) {
    test(`that is ${word} for ever stays processing, and then waits for a person`, async ({
      fileDatabase: database,
    }) => {
      await using paystack = await startPaystack();
      paystack.says.set("0123456789", word);
      const payout = await acceptLivePayout(database, paystack);
      await payout.execute();
      await payout.confirm();
      await expectUnconfirmed(database, payout.reference, payout.tenant);
      await database.query(sql.type(z.object({}))`
        update payouts set submitted_at = now() - interval '25 hours' where id = ${payout.id}`);
      await payout.confirm();
      expect(await findPayout(database, payout.reference)).toMatchObject({
        status: "processing",
        needs_review: true,
        next_confirmation_at: null,
      });
      expect(await balancesOf(database, payout.tenant)).toEqual(reserved);
      expect(paystack.calls.transfer).toBe(1);
    });
  }

  test("that comes back before it ever succeeded has failed, and its fee is given back", async ({
    fileDatabase: database,
  }) => {
    await using paystack = await startPaystack();
    paystack.outcomes.set("0123456789", { status: "pending" });
    const payout = await acceptLivePayout(database, paystack);
    await payout.execute();
    paystack.transfers.get(payout.reference)!.status = "reversed";
    await payout.confirm();
    expect((await findPayout(database, payout.reference)).status).toBe("failed");
    expect(await balancesOf(database, payout.tenant)).toEqual(released);
    expect(await findEvents(database, "payout.reversed", payout.tenant)).toEqual([]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("waits for a balance of the operator's, and is then paid", async ({ fileDatabase: database }) => {
    await using paystack = await startPaystack();
    paystack.balance = 0;
    const payout = await acceptLivePayout(database, paystack);
    await payout.execute();
    await payout.confirm();
    await expectUnconfirmed(database, payout.reference, payout.tenant);
    paystack.balance = 1_000;
    await payout.wait();
    await payout.confirm();
    await expectPaidOnce(database, paystack, payout);
  });
});

describe.concurrent("a live payout through Monnify", () => {
  test("that Monnify refuses for a reason of ours is sent again once it is not found for ten minutes", async ({
    fileDatabase: database,
  }) => {
    await using monnify = await startMonnify();
    const first = await acceptLivePayout(database, monnify);
    await first.execute();
    // An equal one, within two minutes.
    const payout = await acceptLivePayout(database, monnify);
    await payout.execute();
    expect([...monnify.transfers.keys()]).toEqual([first.reference]);
    await payout.confirm();
    expect(monnify.calls.transfer).toBe(2);
    await expectUnconfirmed(database, payout.reference, payout.tenant);
    monnify.transfers.get(first.reference)!.sentAt -= 2 * 60_000;
    monnify.balance = 0;
    await payout.wait();
    // Now the wallet does not cover it: once more.
    await payout.confirm();
    monnify.balance = 1_000_000;
    // The ten minutes begin again.
    await payout.confirm();
    await payout.wait();
    await payout.confirm();
    expect(await findPayout(database, payout.reference)).toMatchObject({ status: "succeeded" });
    expect(monnify.transfers.get(payout.reference)!.timesSent).toBe(1);
    expect(monnify.calls.transfer).toBe(4);
    expect(await balancesOf(database, payout.tenant)).toEqual(paid);
  });

  test("that Monnify refused, and lost when it was sent again, is not sent a third time", async ({
    fileDatabase: database,
  }) => {
    await using monnify = await startMonnify();
    monnify.balance = 0;
    const payout = await acceptLivePayout(database, monnify);
    await payout.execute();
    monnify.balance = 1_000_000;
    monnify.misbehave("transfer", "unavailable");
    for (let asked = 0; asked < 4; asked += 1) {
      await payout.confirm();
      await payout.wait();
    }
    expect(monnify.calls.transfer).toBe(2);
    await expectUnconfirmed(database, payout.reference, payout.tenant);
  });

  test("that Monnify loses is sent once and never again", async ({ fileDatabase: database }) => {
    await using monnify = await startMonnify();
    for (const how of ["refuse", "unavailable", "rate limited", "late"] as const) {
      monnify.misbehave("transfer", how, 1);
      const payout = await acceptLivePayout(database, monnify);
      const sendings = monnify.calls.transfer;
      await executeUntilSent(payout, monnify, how);
      monnify.balance = 1_000_000;
      for (let asked = 0; asked < 3; asked += 1) {
        await payout.confirm();
        await payout.wait();
      }
      expect(monnify.calls.transfer).toBe(sendings + 1);
      expect(monnify.transfers.size).toBe(0);
      await expectUnconfirmed(database, payout.reference, payout.tenant);
      await database.query(sql.type(z.object({}))`
        update payouts set submitted_at = now() - interval '25 hours' where id = ${payout.id}`);
      await payout.confirm();
      expect(await findPayout(database, payout.reference)).toMatchObject({
        status: "processing",
        needs_review: true,
        next_confirmation_at: null,
      });
      expect(await balancesOf(database, payout.tenant)).toEqual(reserved);
    }
    expect(await ledgerDrift(database)).toEqual([]);
  });

  const misbehaviours: MonnifyMisbehaviour[] = [
    ...(["stall", "drop", "not found yet", "another reference", "other money", "break"] as const),
  ];
  for (const how of misbehaviours) {
    test(`with ${how} in response is never paid twice, and found paid`, async ({
      fileDatabase: database,
    }) => {
      await using monnify = await startMonnify();
      const payout = await acceptLivePayout(database, monnify);
      monnify.misbehave("transfer", how);
      monnify.misbehave("find", how);
      await executeUntilSent(payout, monnify, how);
      for (let asked = 0; asked < 2; asked += 1) {
        await payout.confirm(AbortSignal.timeout(1_000));
        await expectUnconfirmed(database, payout.reference, payout.tenant);
        await payout.wait();
      }
      monnify.behave();
      await payout.confirm();
      await expectPaidOnce(database, monnify, payout);
      expect(monnify.transfers.get(payout.reference)!.timesSent).toBe(1);
    });
  }

  test("that succeeded stays so where Monnify calls it pending again, and needs a person where it failed", async ({
    fileDatabase: database,
  }) => {
    await using monnify = await startMonnify();
    for (const [word, needsReview] of [
      ["IN_PROGRESS", false],
      ["FAILED", true],
    ] as const) {
      monnify.says.clear();
      const payout = await acceptLivePayout(database, monnify);
      await payout.execute();
      monnify.says.set("0123456789", word);
      await payout.confirm();
      expect(await findPayout(database, payout.reference)).toMatchObject({
        status: "succeeded",
        needs_review: needsReview,
      });
      expect(await balancesOf(database, payout.tenant)).toEqual(paid);
      expect(await findEvents(database, "payout.failed", payout.tenant)).toEqual([]);
      monnify.transfers.clear();
    }
    expect(await ledgerDrift(database)).toEqual([]);
  });

  for (const word of ["PENDING_AUTHORIZATION", "A_NEW_WORD"]) {
    test(`that is ${word} for ever stays processing, and then waits for a person`, async ({
      fileDatabase: database,
    }) => {
      await using monnify = await startMonnify();
      monnify.says.set("0123456789", word);
      const payout = await acceptLivePayout(database, monnify);
      await payout.execute();
      await payout.confirm();
      await expectUnconfirmed(database, payout.reference, payout.tenant);
      await database.query(sql.type(z.object({}))`
        update payouts set submitted_at = now() - interval '25 hours' where id = ${payout.id}`);
      await payout.confirm();
      expect(await findPayout(database, payout.reference)).toMatchObject({
        status: "processing",
        needs_review: true,
        next_confirmation_at: null,
      });
      expect(monnify.calls.transfer).toBe(1);
    });
  }
});

describe.concurrent("a live payout through Flutterwave", () => {
  test("that Flutterwave refuses is sent once and never again, nor through the next gateway", async ({
    fileDatabase: database,
  }) => {
    await using flutterwave = await startFlutterwave();
    await using paystack = await startPaystack();
    flutterwave.blacklist.add("0123456789");
    const payout = await acceptLivePayout(database, flutterwave, paystack);
    await payout.execute();
    flutterwave.blacklist.clear();
    for (let asked = 0; asked < 3; asked += 1) {
      await payout.confirm();
      await payout.wait();
    }
    expect(flutterwave.calls.transfer).toBe(1);
    expect(paystack.calls).toMatchObject({ recipient: 0, transfer: 0 });
    await expectUnconfirmed(database, payout.reference, payout.tenant);
    await database.query(sql.type(z.object({}))`
      update payouts set submitted_at = now() - interval '25 hours' where id = ${payout.id}`);
    await payout.confirm();
    expect(await findPayout(database, payout.reference)).toMatchObject({
      status: "processing",
      needs_review: true,
      next_confirmation_at: null,
    });
    expect(await balancesOf(database, payout.tenant)).toEqual(reserved);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("to a bank that Flutterwave does not reach, or that never left, goes to the next gateway", async ({
    fileDatabase: database,
  }) => {
    const gone = await startFlutterwave();
    await gone[Symbol.asyncDispose]();
    for (const first of [gone, undefined]) {
      await using flutterwave = first ?? (await startFlutterwave());
      await using paystack = await startPaystack();
      // 108 has a code of Paystack's alone.
      const payout = await acceptLivePayoutTo(database, first ? "058" : "108", flutterwave, paystack);
      await payout.execute();
      await expectPaidOnce(database, paystack, payout);
      expect(flutterwave.calls).toMatchObject({ transfer: 0, find: 0 });
    }
  });

  const misbehaviours: FlutterwaveMisbehaviour[] = [
    ...(["stall", "drop", "not found yet", "another reference", "other money", "break"] as const),
  ];
  for (const how of misbehaviours) {
    test(`with ${how} in response is never paid twice, and found paid`, async ({
      fileDatabase: database,
    }) => {
      await using flutterwave = await startFlutterwave();
      const payout = await acceptLivePayout(database, flutterwave);
      flutterwave.misbehave("transfer", how);
      flutterwave.misbehave("find", how);
      await executeUntilSent(payout, flutterwave, how);
      for (let asked = 0; asked < 2; asked += 1) {
        await payout.confirm(AbortSignal.timeout(1_000));
        await expectUnconfirmed(database, payout.reference, payout.tenant);
        await payout.wait();
      }
      flutterwave.behave();
      await payout.confirm();
      await expectPaidOnce(database, flutterwave, payout);
      expect(flutterwave.transfers.get(payout.reference)!.timesSent).toBe(1);
    });
  }

  test("that succeeded stays so whatever Flutterwave says later, and needs a person where it failed", async ({
    fileDatabase: database,
  }) => {
    await using flutterwave = await startFlutterwave();
    for (const [word, needsReview] of [
      ["PENDING", false],
      // No document has a word for money that came back.
      ["REVERSED", false],
      ["FAILED", true],
    ] as const) {
      flutterwave.says.clear();
      const payout = await acceptLivePayout(database, flutterwave);
      await payout.execute();
      flutterwave.says.set("0123456789", word);
      await payout.confirm();
      expect(await findPayout(database, payout.reference)).toMatchObject({
        status: "succeeded",
        needs_review: needsReview,
      });
      expect(await balancesOf(database, payout.tenant)).toEqual(paid);
      expect(await findEvents(database, "payout.failed", payout.tenant)).toEqual([]);
      flutterwave.transfers.clear();
    }
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("that waits for an approval, or is what no document names, waits for a person in the end", async ({
    fileDatabase: database,
  }) => {
    await using flutterwave = await startFlutterwave();
    for (const [word, code] of [
      ["PENDING", "TRANSFER_NEEDS_APPROVAL"],
      ["A_NEW_WORD", "TRANSFER_STATUS_UNKNOWN"],
    ] as const) {
      flutterwave.says.set("0123456789", word);
      flutterwave.asksApproval = true;
      const payout = await acceptLivePayout(database, flutterwave);
      await payout.execute();
      await payout.confirm();
      await expectUnconfirmed(database, payout.reference, payout.tenant);
      await database.query(sql.type(z.object({}))`
        update payouts set submitted_at = now() - interval '25 hours' where id = ${payout.id}`);
      const logged: string[] = [];
      const logger = pino({}, { write: (line) => void logged.push(line) });
      await letPollBecomeDue(database, payout.id);
      const context = contextWith(database, [flutterwave], logger);
      await confirmPayout(context, payout.id);
      expect(await findPayout(database, payout.reference)).toMatchObject({
        status: "processing",
        needs_review: true,
        next_confirmation_at: null,
      });
      expect(logged.map((line) => JSON.parse(line) as object)).toContainEqual(
        expect.objectContaining({ level: 50, code, payout: payout.reference }),
      );
      expect(flutterwave.transfers.get(payout.reference)!.timesSent).toBe(1);
    }
  });
});
