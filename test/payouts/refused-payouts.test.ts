import { inspect } from "node:util";
import { pino } from "pino";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { claimPayouts, reroutePayout } from "../helpers/worker-steps.ts";
import { type ClaimedPayout } from "../../sql/payouts/payouts.ts";
import { decidePayout } from "../../sql/payouts/decisions.ts";
import { recordProviderNotice } from "../../sql/gateways/provider-notices.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { executePayout } from "../../workers/payouts/execute-payout.ts";
import { confirmPayout } from "../../workers/payouts/confirm-payout.ts";
import { eventually } from "../helpers/eventually.ts";
import { startFlutterwave, type Flutterwave } from "../gateways/flutterwave/start-flutterwave.ts";
import { startMonnify, type MonnifyMisbehaviour } from "../gateways/monnify/start-monnify.ts";
import { startPaystack } from "../gateways/paystack/start-paystack.ts";
import { startProvider, type Misbehaviour } from "../gateways/http/start-provider.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { balancesOf, createFundedMerchant, findEvents, ledgerDrift } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import {
  acceptLivePayout,
  acceptLivePayoutTo,
  contextWith,
  FUNDS,
  type LiveProvider,
} from "./accept-live-payout.ts";
import { acceptTestPayout, findPayout, letNotFoundCount, letPollBecomeDue } from "./accept-test-payouts.ts";

/** A bank that Paystack does not reach. */
const UNREACHED = "090270";
/** A payout of ₦10 costs ₦10. */
const reserved = { available: 3_000, reserved: 2_075 };
const paid = { available: 3_000, reserved: 0 };

type Payout = { id: bigint; reference: string; tenant: Tenant };

async function refusalsOf(database: Database, id: bigint) {
  return database.any(sql.type(z.object({ gateway: z.string(), reason: z.string() }))`
    select gateway, reason from payout_refusals where payout_id = ${id} order by refused_at`);
}

/** Paid by one provider, once, and by no other; the books and the merchant know of one payout. */
async function expectPaidBy(
  database: Database,
  { reference, tenant }: Payout,
  payer: LiveProvider,
  other: LiveProvider,
) {
  expect((await findPayout(database, reference)).status).toBe("succeeded");
  expect([...payer.transfers.keys()]).toEqual([reference]);
  expect([...other.transfers.keys()]).toEqual([]);
  expect(await balancesOf(database, tenant)).toEqual(paid);
  expect(await findEvents(database, "payout.succeeded", tenant)).toHaveLength(1);
  expect(await ledgerDrift(database)).toEqual([]);
}

/** With the gateway that it has, unfinished, and the money reserved. */
async function expectUnfinished(database: Database, { reference, tenant }: Payout, sentThrough: string) {
  expect(await findPayout(database, reference)).toMatchObject({ status: "processing", needs_review: false });
  const gateway = sql.type(z.object({ sent_through: z.string() }))`
    select sent_through from payouts where reference = ${reference}`;
  expect(await database.oneFirst(gateway)).toBe(sentThrough);
  expect(await balancesOf(database, tenant)).toEqual(reserved);
}

describe.concurrent("a payout that a gateway did not send, for its own reasons,", () => {
  test("is sent through the next one, in running workers: its money there does not cover it", async ({
    database,
    databaseUrl,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    paystack.balance = 0;
    const env = { ...http.env, ...paystack.env, LIVE_GATEWAYS: "paystack,http" };
    await using _workers = await startTestWorkers(databaseUrl, env);
    const tenant = await createFundedMerchant(database, FUNDS, "live");
    const reference = await acceptTestPayout(database, tenant);
    const { id } = await findPayout(database, reference);
    const notFound = sql.type(z.object({ since: z.date().nullable() }))`
      select not_found_since as since from payouts where id = ${id}`;
    await eventually(async () => expect(await refusalsOf(database, id)).toHaveLength(1));
    // Its slot is free meanwhile. Paystack is polled when its answer may count, and again ten minutes later.
    await letPollBecomeDue(database, id);
    await eventually(async () => expect(await database.oneFirst(notFound)).not.toBeNull());
    await expectUnfinished(database, { id, reference, tenant }, "paystack");
    expect(http.calls.transfer).toBe(0);
    await letNotFoundCount(database, id);
    await letPollBecomeDue(database, id);
    await eventually(() => expectPaidBy(database, { id, reference, tenant }, http, paystack));
    expect(await refusalsOf(database, id)).toEqual([{ gateway: "paystack", reason: "no_float" }]);
    expect(paystack.calls).toMatchObject({ transfer: 1, find: 2 });
    // Operators see it, and nothing that a merchant gets names a gateway.
    expect(await runOpsScript(databaseUrl, "reference", { reference })).toContainEqual(
      expect.objectContaining({ what: "not sent", details: { gateway: "paystack", reason: "no_float" } }),
    );
    const [event] = await findEvents(database, "payout.succeeded", tenant);
    expect(inspect(event, { depth: null })).not.toMatch(/paystack|gateway|no_float|sentThrough/i);
  });

  for (const how of ["refuse", "unavailable", "break", "drop"] as const) {
    test(`is sent through the next one: it has no recipient, as the provider says ${how}`, async ({
      fileDatabase: database,
    }) => {
      await using http = await startProvider();
      await using paystack = await startPaystack();
      paystack.misbehave("recipient", how);
      const payout = await acceptLivePayout(database, paystack, http);
      await payout.execute();
      await expectPaidBy(database, payout, http, paystack);
      expect(await refusalsOf(database, payout.id)).toEqual([{ gateway: "paystack", reason: "unavailable" }]);
      expect(paystack.calls.find).toBe(0);
    });
  }

  const noLogins: MonnifyMisbehaviour[] = ["refuse", "rate limited", "drop"];
  for (const how of noLogins) {
    test(`is sent through the next one: the provider lets nobody log in, as it says ${how}`, async ({
      fileDatabase: database,
    }) => {
      await using monnify = await startMonnify();
      await using paystack = await startPaystack();
      monnify.misbehave("login", how);
      const payout = await acceptLivePayout(database, monnify, paystack);
      await payout.execute();
      await expectPaidBy(database, payout, paystack, monnify);
      expect(await refusalsOf(database, payout.id)).toEqual([{ gateway: "monnify", reason: "unavailable" }]);
      expect(monnify.calls).toMatchObject({ transfer: 0, find: 0 });
    });
  }

  test("is sent through the next one: nothing listens at the provider", async ({
    fileDatabase: database,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    const gone = { ...http, url: "http://127.0.0.1:9" };
    const payout = await acceptLivePayout(database, gone, paystack);
    await payout.execute();
    await expectPaidBy(database, payout, paystack, http);
  });

  test("is sent through the next one: the provider promises that it did not send it", async ({
    fileDatabase: database,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    http.misbehave("transfer", "no float");
    const payout = await acceptLivePayout(database, http, paystack);
    await payout.execute();
    await expectPaidBy(database, payout, paystack, http);
    expect(http.questions.get(payout.reference)).toEqual(["transfer", "find", "not found"]);
  });

  test("stays with the last one that refused it, and is paid when that can", async ({
    fileDatabase: database,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    http.misbehave("transfer", "no float", 1);
    paystack.balance = 0;
    const payout = await acceptLivePayout(database, paystack, http);
    await payout.execute();
    await expectUnfinished(database, payout, "paystack");
    await payout.confirm();
    await payout.wait();
    await payout.confirm();
    await expectUnfinished(database, payout, "http");
    expect(await refusalsOf(database, payout.id)).toEqual([
      { gateway: "paystack", reason: "no_float" },
      { gateway: "http", reason: "no_float" },
    ]);
    await payout.confirm();
    await expectPaidBy(database, payout, http, paystack);
  });

  test("fails where no gateway reaches the bank", async ({ fileDatabase: database }) => {
    await using paystack = await startPaystack();
    const payout = await acceptLivePayoutTo(database, UNREACHED, paystack);
    await payout.execute();
    expect(await findPayout(database, payout.reference)).toMatchObject({
      status: "failed",
      failure_code: "DESTINATION_REJECTED",
    });
    expect(await balancesOf(database, payout.tenant)).toEqual({ available: 5_075, reserved: 0 });
  });

  test("fails where its only provider promises that it does not reach the bank, and denies to have it", async ({
    fileDatabase: database,
  }) => {
    await using http = await startProvider();
    http.misbehave("transfer", "bank unreachable");
    const payout = await acceptLivePayout(database, http);
    await payout.execute();
    expect((await findPayout(database, payout.reference)).status).toBe("failed");
    expect(http.questions.get(payout.reference)).toEqual(["transfer", "find", "not found"]);
  });

  test("waits as long as the provider may not know it, and stays where it turns out to have it", async ({
    database,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    const earlier = await acceptLivePayout(database, paystack);
    await earlier.execute();
    paystack.balance = 0;
    const payout = await acceptLivePayout(database, paystack, http);
    const logged: string[] = [];
    const context = contextWith(
      database,
      [paystack, http],
      pino({}, { write: (line) => void logged.push(line) }),
    );
    await executePayout(context, payout.id);
    expect(paystack.calls).toMatchObject({ transfer: 2, find: 0 });
    const confirm = async () => {
      await letPollBecomeDue(database, payout.id);
      await confirmPayout(context, payout.id);
    };
    const minutesToQuestion = sql.type(z.object({ minutes: z.number() }))`
      select round(extract(epoch from next_confirmation_at - now()) / 60)::integer as minutes
      from payouts where id = ${payout.id}`;
    await database.query(sql.type(z.object({}))`
      update payouts set submitted_at = now() - interval '31 minutes' where id = ${payout.id}`);
    await confirm();
    // When it counts, and not in half an hour.
    expect(await database.oneFirst(minutesToQuestion)).toBe(10);
    await expectUnfinished(database, payout, "paystack");
    // It comes to know the transfer that it had refused.
    paystack.transfers.set(payout.reference, { ...paystack.transfers.get(earlier.reference)!, id: 1 });
    await payout.wait();
    await confirm();
    expect(http.calls.transfer).toBe(0);
    expect((await findPayout(database, payout.reference)).status).toBe("succeeded");
    expect(logged.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ code: "TRANSFER_ACCEPTED_DESPITE_REFUSAL", payout: payout.reference }),
    );
    expect(await ledgerDrift(database)).toEqual([]);
  });

  const stops = [
    ["payouts", "freeze-payouts", { scope: "all", merchant: "", bank: "", gateway: "" }],
    ["its recipient", "block-recipient", { account: "0123456789", bank: "058", name: "" }],
  ] as const;
  test.for(stops)(
    "stays where it is once an operator has stopped %s",
    async (stop, { database, databaseUrl }) => {
      const [, script, values] = stop;
      await using http = await startProvider();
      await using paystack = await startPaystack();
      const payout = await acceptLivePayout(database, paystack, http);
      const [claim] = await claimPayouts(database, [payout.id], {
        waits: true,
        liveGateways: ["paystack", "http"],
      });
      await runOpsScript(databaseUrl, script, { ...values, environment: "live", reason: "ticket 12" });
      const refusal = { reason: "no_float", gateways: ["http"] } as const;
      expect(await reroutePayout(database, claim as ClaimedPayout, refusal)).toBeNull();
      await expectUnfinished(database, payout, "paystack");
    },
  );
});

describe.concurrent("a payout that failed at its gateway, as our money there did not cover it,", () => {
  const account = "0123456789";

  /** A Flutterwave that takes a transfer, and fails it `later` or at once. */
  async function startEmpty(later: boolean) {
    const flutterwave = await startFlutterwave();
    flutterwave.outcomes.set(account, { status: later ? "pending" : "failed" });
    flutterwave.describes.set(account, "DISBURSE FAILED: Insufficient funds in customer wallet");
    return flutterwave;
  }
  const end = ({ transfers }: Flutterwave, { reference }: Payout, status: "failed" | "succeeded") =>
    void (transfers.get(reference)!.status = status);

  async function expectPaidElsewhere(
    database: Database,
    payout: Payout,
    paystack: LiveProvider,
    flutterwave: Flutterwave,
    later: object[] = [],
  ) {
    const { reference, tenant } = payout;
    expect(await findPayout(database, reference)).toMatchObject({ status: "succeeded", needs_review: false });
    expect([...paystack.transfers.keys()]).toEqual([reference]);
    expect(flutterwave.transfers.get(reference)).toMatchObject({ status: "failed", timesSent: 1 });
    const refusals = [{ gateway: "flutterwave", reason: "no_float" }, ...later];
    expect(await refusalsOf(database, payout.id)).toEqual(refusals);
    expect(await balancesOf(database, tenant)).toEqual(paid);
    expect(await findEvents(database, "payout.failed", tenant)).toEqual([]);
    expect(await ledgerDrift(database)).toEqual([]);
  }

  test("is sent through the next one: it said so at once", async ({ fileDatabase: database }) => {
    await using flutterwave = await startEmpty(false);
    await using paystack = await startPaystack();
    const payout = await acceptLivePayout(database, flutterwave, paystack);
    await payout.execute();
    await expectPaidElsewhere(database, payout, paystack, flutterwave);
  });

  test("is sent through the next one: it said so when it was polled", async ({ fileDatabase: database }) => {
    await using flutterwave = await startEmpty(true);
    await using paystack = await startPaystack();
    const payout = await acceptLivePayout(database, flutterwave, paystack);
    await payout.execute();
    await expectUnfinished(database, payout, "flutterwave");
    end(flutterwave, payout, "failed");
    await payout.confirm();
    await expectPaidElsewhere(database, payout, paystack, flutterwave);
  });

  test("is sent through the next one: it said so in a notice, and was polled", async ({
    fileDatabase: database,
  }) => {
    await using flutterwave = await startEmpty(true);
    await using paystack = await startPaystack();
    const payout = await acceptLivePayout(database, flutterwave, paystack);
    await payout.execute();
    end(flutterwave, payout, "failed");
    const { reference } = payout;
    const notice = { gateway: "flutterwave", event: "transfer.failed", reference } as const;
    expect(await recordProviderNotice(database, notice)).toBe("planned");
    await payout.confirmEarly();
    await expectPaidElsewhere(database, payout, paystack, flutterwave);
  });

  test("waits where no other takes it now, and is sent through that later", async ({
    fileDatabase: database,
  }) => {
    await using flutterwave = await startEmpty(true);
    await using paystack = await startPaystack();
    const payout = await acceptLivePayout(database, flutterwave, paystack);
    await payout.execute();
    end(flutterwave, payout, "failed");
    paystack.misbehave("recipient", "unavailable");
    await payout.confirm();
    await expectUnfinished(database, payout, "paystack");
    paystack.behave();
    await payout.confirm();
    const unreached = { gateway: "paystack", reason: "unavailable" };
    await expectPaidElsewhere(database, payout, paystack, flutterwave, [unreached]);
  });

  test("does not fail where there is no other: it waits for a person, who may decide at once", async ({
    fileDatabase: database,
  }) => {
    await using flutterwave = await startEmpty(true);
    const payout = await acceptLivePayout(database, flutterwave);
    await payout.execute();
    end(flutterwave, payout, "failed");
    for (let asked = 0; asked < 3; asked += 1) await payout.confirm();
    expect(await findPayout(database, payout.reference)).toMatchObject({
      status: "processing",
      needs_review: true,
    });
    expect(await balancesOf(database, payout.tenant)).toEqual(reserved);
    // Nor does it leave the list when an operator polls it, though a gateway was added that would send it.
    await using paystack = await startPaystack();
    await database.query(sql.type(z.object({}))`
      select poll_payout(${payout.reference}, row('ada', null, null, 'ticket 12', null)::acting)`);
    await confirmPayout(contextWith(database, [flutterwave, paystack]), payout.id);
    expect(await findPayout(database, payout.reference)).toMatchObject({
      status: "processing",
      needs_review: true,
    });
    expect(paystack.calls.recipient).toBe(0);
    expect(flutterwave.calls.transfer).toBe(1);
    const operator = { actor: "operator:ada", reason: "ticket 12" };
    const { outcome } = await decidePayout(database, {
      reference: payout.reference,
      outcome: "failed",
      acting: operator,
    });
    expect(outcome).toBe("decided");
    expect(await balancesOf(database, payout.tenant)).toEqual({ available: 5_075, reserved: 0 });
  });

  test("is not sent elsewhere once its day is over: a person decides", async ({ fileDatabase: database }) => {
    await using flutterwave = await startEmpty(true);
    await using paystack = await startPaystack();
    const payout = await acceptLivePayout(database, flutterwave, paystack);
    await payout.execute();
    end(flutterwave, payout, "failed");
    await database.query(sql.type(z.object({}))`
      update payouts set submitted_at = now() - interval '25 hours' where id = ${payout.id}`);
    await payout.confirm();
    expect(await findPayout(database, payout.reference)).toMatchObject({
      status: "processing",
      needs_review: true,
      next_confirmation_at: null,
    });
    expect(paystack.calls.recipient).toBe(0);
  });

  test("is not sent elsewhere once another gateway says that it has paid it", async ({
    fileDatabase: database,
  }) => {
    await using flutterwave = await startEmpty(true);
    await using paystack = await startPaystack();
    await using http = await startProvider();
    paystack.balance = 0;
    const payout = await acceptLivePayout(database, paystack, flutterwave, http);
    await payout.execute();
    await payout.confirm();
    await payout.wait();
    await payout.confirm();
    await expectUnfinished(database, payout, "flutterwave");
    const { reference } = payout;
    const notice = { gateway: "paystack", event: "transfer.success", reference } as const;
    expect(await recordProviderNotice(database, notice)).toBe("accepted_despite_refusal");
    end(flutterwave, payout, "failed");
    await payout.confirm();
    expect(await findPayout(database, reference)).toMatchObject({ status: "processing", needs_review: true });
    expect(http.calls.transfer).toBe(0);
    const { fence } = await findPayout(database, reference);
    const next = { reason: "no_float", gateways: ["http"] } as const;
    const claim = { id: payout.id, fence, sentThrough: "flutterwave" } as const;
    expect(await reroutePayout(database, claim, next)).toBeNull();
  });
});

describe.concurrent("a payout that may have left", () => {
  const doubts: Misbehaviour[] = [
    ...(["refuse", "unavailable", "drop", "break", "hang", "late", "a web page", "other money"] as const),
    ...(["half a response", "an error with status 200", "not found, of a proxy"] as const),
  ];
  for (const how of doubts) {
    test(`is never sent through another gateway: the provider's response is ${how}`, async ({
      fileDatabase: database,
    }) => {
      await using http = await startProvider();
      await using paystack = await startPaystack();
      for (const [first, next] of [
        [http, paystack],
        [paystack, http],
      ] as const) {
        first.misbehave("transfer", how, 1);
        const payout = await acceptLivePayout(database, first, next);
        const deadline = new AbortController();
        const executing = payout.execute(deadline.signal);
        await eventually(() => expect(first.calls.transfer).toBe(1));
        if (how === "hang" || how === "late") deadline.abort();
        await executing;
        await expectUnfinished(database, payout, first.kind);
        expect(next.calls.transfer).toBe(0);
        expect(await refusalsOf(database, payout.id)).toEqual([]);
        first.calls.transfer = 0;
      }
    });
  }

  const lies = ["no float, but paid", "unavailable to us, but paid", "bank unreachable, but paid"] as const;
  for (const lie of lies) {
    test(`stays with a provider that refuses it and has it all the same: ${lie}`, async ({
      fileDatabase: database,
    }) => {
      await using http = await startProvider();
      await using paystack = await startPaystack();
      for (const others of [[paystack], []]) {
        http.misbehave("transfer", lie, 1);
        const payout = await acceptLivePayout(database, http, ...others);
        await payout.execute();
        http.transfers.get(payout.reference)!.status = "pending";
        await expectUnfinished(database, payout, "http");
        expect(paystack.calls.recipient).toBe(0);
        http.transfers.get(payout.reference)!.status = "succeeded";
        await payout.confirm();
        await expectPaidBy(database, payout, http, paystack);
        http.transfers.clear();
      }
    });
  }

  test("stays with the first gateway where the time was over before there was a recipient", async ({
    fileDatabase: database,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    paystack.misbehave("recipient", "hang", 1);
    const payout = await acceptLivePayout(database, paystack, http);
    const deadline = new AbortController();
    const executing = payout.execute(deadline.signal);
    await eventually(() => expect(paystack.calls.recipient).toBe(1));
    deadline.abort();
    await executing;
    await expectUnfinished(database, payout, "paystack");
  });

  test("is not reversed where a provider that refused it paid it later", async ({
    fileDatabase: database,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    http.misbehave("transfer", "no float, but paid later", 1);
    const payout = await acceptLivePayout(database, http, paystack);
    await payout.execute();
    await expectPaidBy(database, payout, paystack, http);
    http.catchUp();
    paystack.transfers.get(payout.reference)!.status = "reversed";
    await payout.confirm();
    expect((await findPayout(database, payout.reference)).status).toBe("succeeded");
    expect(await balancesOf(database, payout.tenant)).toEqual(paid);
    http.transfers.clear();
    await payout.confirm();
    expect((await findPayout(database, payout.reference)).status).toBe("reversed");
  });

  test("stays with a provider that refuses it and does not say what it has", async ({
    fileDatabase: database,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    http.misbehave("transfer", "no float", 1);
    http.misbehave("find", "unavailable", 1);
    const payout = await acceptLivePayout(database, http, paystack);
    await payout.execute();
    await expectUnfinished(database, payout, "http");
    expect(paystack.calls.recipient).toBe(0);
  });

  test("does not fail where a provider that refused it pays it later: a person decides", async ({
    fileDatabase: database,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    http.misbehave("transfer", "no float, but paid later", 1);
    paystack.outcomes.set("0123456789", { status: "pending" });
    const payout = await acceptLivePayout(database, http, paystack);
    await payout.execute();
    await expectUnfinished(database, payout, "paystack");
    http.catchUp();
    paystack.transfers.get(payout.reference)!.status = "failed";

    const logged: string[] = [];
    const logger = pino({}, { write: (line) => void logged.push(line) });
    const context = contextWith(database, [http, paystack], logger);
    const confirm = async () => {
      await letPollBecomeDue(database, payout.id);
      await confirmPayout(context, payout.id);
    };
    await confirm();
    await expectUnfinished(database, payout, "paystack");
    expect(logged.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({
        level: 50,
        code: "TRANSFER_ACCEPTED_DESPITE_REFUSAL",
        payout: payout.reference,
        gateway: "http",
      }),
    );
    await database.query(sql.type(z.object({}))`
      update payouts set submitted_at = now() - interval '25 hours' where id = ${payout.id}`);
    await confirm();
    expect(await findPayout(database, payout.reference)).toMatchObject({
      status: "processing",
      needs_review: true,
    });
    expect(await findEvents(database, "payout.failed", payout.tenant)).toEqual([]);
  });

  test("fails where the last gateway says so, and those that refused it deny to have it", async ({
    fileDatabase: database,
  }) => {
    let questions = 0;
    // Without an answer to the second question it may have it.
    await using http = await startProvider((kind) => {
      if (kind === "find") questions += 1;
      return kind === "find" && questions === 2 ? "unavailable" : undefined;
    });
    await using paystack = await startPaystack();
    http.misbehave("transfer", "no float", 1);
    paystack.outcomes.set("0123456789", { status: "failed" });
    const payout = await acceptLivePayout(database, http, paystack);
    await payout.execute();
    await expectUnfinished(database, payout, "paystack");
    await payout.confirm();
    expect((await findPayout(database, payout.reference)).status).toBe("failed");
    expect(await findEvents(database, "payout.failed", payout.tenant)).toHaveLength(1);
    expect(await ledgerDrift(database)).toEqual([]);
  });
});

describe.concurrent("between a refusal and the next sending", () => {
  const refusal = { reason: "no_float", gateways: ["paystack"] } as const;

  test("a worker that was paused claims nothing: the provider was polled, and sent it, since", async ({
    fileDatabase: database,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    const payout = await acceptLivePayout(database, http, paystack);
    const liveGateways = ["http", "paystack"] as const;
    const [claim] = await claimPayouts(database, [payout.id], { waits: true, liveGateways });
    // Another worker polls, and sends it again, as it is not found.
    await payout.confirm();
    expect(await reroutePayout(database, claim as ClaimedPayout, refusal)).toBeNull();
    await expectPaidBy(database, payout, http, paystack);
    expect(await refusalsOf(database, payout.id)).toEqual([]);
  });

  test("a worker that was paused claims nothing: the provider has it since, and has not paid it yet", async ({
    fileDatabase: database,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    http.outcomes.set("0123456789", { status: "pending" });
    const payout = await acceptLivePayout(database, http, paystack);
    const liveGateways = ["http", "paystack"] as const;
    const [claim] = await claimPayouts(database, [payout.id], { waits: true, liveGateways });
    await payout.confirm();
    expect(http.calls.transfer).toBe(1);
    expect(await reroutePayout(database, claim as ClaimedPayout, refusal)).toBeNull();
    await expectUnfinished(database, payout, "http");
    expect(await refusalsOf(database, payout.id)).toEqual([]);
  });

  test("a worker that dies leads to a question at the next gateway alone", async ({
    fileDatabase: database,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    const payout = await acceptLivePayout(database, http, paystack);
    const liveGateways = ["http", "paystack"] as const;
    const [claim] = await claimPayouts(database, [payout.id], { waits: true, liveGateways });
    const next = await reroutePayout(database, claim as ClaimedPayout, refusal);
    expect(next).toMatchObject({ sentThrough: "paystack", refusedBy: ["http"], fence: 2n });
    // The claim before it has no effect any more, and each gateway refuses once.
    expect(await reroutePayout(database, claim as ClaimedPayout, refusal)).toBeNull();
    expect(await reroutePayout(database, next!, { reason: "no_float", gateways: ["http"] })).toBeNull();
    await payout.confirm();
    expect(http.calls).toMatchObject({ transfer: 0, find: 0 });
    await payout.wait();
    await payout.confirm();
    await expectPaidBy(database, payout, paystack, http);
  });

  test("of two workers one claims it", async ({ database }) => {
    const payout = await acceptLivePayout(database);
    const [claim] = await claimPayouts(database, [payout.id], { waits: true, liveGateways: ["http"] });
    const claims = await Promise.all(
      Array.from({ length: 8 }, () =>
        reroutePayout(database, claim as ClaimedPayout, { ...refusal, gateways: ["paystack", "monnify"] }),
      ),
    );
    expect(claims.filter((next) => next !== null)).toHaveLength(1);
  });
});
