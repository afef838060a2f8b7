import { describe, expect, vi } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { claimPayouts, reroutePayout } from "../helpers/worker-steps.ts";
import { claimPayoutConfirmation } from "../../sql/payouts/payouts.ts";
import { recordProviderNotice } from "../../sql/gateways/provider-notices.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import type { GatewayName } from "../../workers/gateways/manifest/manifests.ts";
import type { Operation } from "../../workers/gateways/gateway.ts";
import {
  createGatewayGuards,
  type GatewayGuards,
} from "../../workers/gateways/guards/create-gateway-guards.ts";
import { confirmPayout } from "../../workers/payouts/confirm-payout.ts";
import { executePayout } from "../../workers/payouts/execute-payout.ts";
import { startDeadline } from "../../workers/start-deadline.ts";
import { startMonnify } from "../gateways/monnify/start-monnify.ts";
import { startPaystack } from "../gateways/paystack/start-paystack.ts";
import { startProvider } from "../gateways/http/start-provider.ts";
import { balancesOf, ledgerDrift } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import {
  acceptLivePayout,
  acceptLivePayoutTo,
  contextWith,
  type LiveProvider,
} from "./accept-live-payout.ts";
import { findPayout, letPollBecomeDue } from "./accept-test-payouts.ts";

const { signal } = new AbortController();
/** A payout of ₦10 costs ₦10. */
const paid = { available: 3_000, reserved: 0 };
type Payout = Awaited<ReturnType<typeof acceptLivePayout>>;

/** The guards of a process in which the breakers of these gateways have opened. */
function guardsWithout(...gateways: GatewayName[]): Promise<GatewayGuards> {
  return guardsWithoutOperation("sendTransfer", gateways);
}

const guardsWithoutQuestions = (gateway: GatewayName) => guardsWithoutOperation("findTransfer", [gateway]);

async function guardsWithoutOperation(operation: Operation, gateways: GatewayName[]): Promise<GatewayGuards> {
  const guards = createGatewayGuards({ callsAtOnce: 8 });
  const silent = async () => ({ kind: "unknown", reason: "no response in time" }) as const;
  for (const gateway of gateways)
    for (let calls = 0; calls < 5; calls += 1) await guards(gateway, operation).call(silent, signal);
  return guards;
}

const contextOf = (database: Database, providers: LiveProvider[], guards?: GatewayGuards) =>
  contextWith(database, providers, undefined, guards);

const stateOf = (database: Database, { id }: Payout) =>
  database.one(
    sql.type(
      z.object({ status: z.string(), sent_through: z.string(), unsent: z.boolean(), due_ms: z.number() }),
    )`
      select status, sent_through, unsent_since is not null as unsent,
        extract(epoch from next_confirmation_at - now())::double precision * 1000 as due_ms
      from payouts where id = ${id}`,
  );

const refusalsOf = (database: Database, { id }: Payout) =>
  database.any(sql.type(z.object({ gateway: z.string(), never_left: z.boolean() }))`
    select gateway, never_left from payout_refusals where payout_id = ${id}`);

/** A payout whose only gateway takes no calls now. */
async function deferred(database: Database, provider: LiveProvider): Promise<Payout> {
  const payout = await acceptLivePayout(database, provider);
  const guards = await guardsWithout(provider.kind);
  await executePayout(contextOf(database, [provider], guards), payout.id);
  expect(await stateOf(database, payout)).toMatchObject({ status: "processing", unsent: true });
  return payout;
}

async function expectPaidOnce(database: Database, payout: Payout, payer: LiveProvider) {
  expect((await findPayout(database, payout.reference)).status).toBe("succeeded");
  expect(payer.transfers.get(payout.reference)?.timesSent).toBe(1);
  expect(await balancesOf(database, payout.tenant)).toEqual(paid);
  expect(await ledgerDrift(database)).toEqual([]);
}

describe.concurrent("a payout whose gateway is not called", () => {
  test("goes to the next one, and its gateway has refused nothing", async ({ fileDatabase: database }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    const payout = await acceptLivePayout(database);
    const [claim] = await claimPayouts(database, [payout.id], {
      waits: true,
      liveGateways: ["http", "paystack"],
    });
    expect(claim).toMatchObject({ sentThrough: "http" });
    const context = contextOf(database, [http, paystack], await guardsWithout("http"));
    context.payoutCalls.claim = async () => claim as Exclude<typeof claim, "locked" | undefined>;
    await executePayout(context, payout.id);
    await expectPaidOnce(database, payout, paystack);
    expect(await refusalsOf(database, payout)).toEqual([]);
    expect(http.calls).toMatchObject({ transfer: 0, find: 0 });
  });

  test("is deferred where there is no other, and sent once the gateway takes calls", async ({
    fileDatabase: database,
  }) => {
    await using http = await startProvider();
    const payout = await deferred(database, http);
    expect(http.calls).toMatchObject({ transfer: 0, find: 0 });
    expect((await stateOf(database, payout)).due_ms).toBeLessThan(11_000);
    // It still takes none.
    await letPollBecomeDue(database, payout.id);
    await confirmPayout(contextOf(database, [http], await guardsWithout("http")), payout.id);
    expect(await stateOf(database, payout)).toMatchObject({ status: "processing", unsent: true });
    await payout.confirm();
    await expectPaidOnce(database, payout, http);
    expect(http.questions.get(payout.reference)).toEqual(["transfer"]);
  });

  test("is sent through another one where that takes calls first", async ({ fileDatabase: database }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    const payout = await deferred(database, http);
    await letPollBecomeDue(database, payout.id);
    const guards = await guardsWithout("http");
    await confirmPayout(contextOf(database, [http, paystack], guards), payout.id);
    await expectPaidOnce(database, payout, paystack);
    expect(http.calls).toMatchObject({ transfer: 0, find: 0 });
  });

  test("is sent later through Monnify too, which is never sent anything twice", async ({
    fileDatabase: database,
  }) => {
    await using monnify = await startMonnify();
    const payout = await deferred(database, monnify);
    await payout.confirm();
    await expectPaidOnce(database, payout, monnify);
  });

  test("is sent by one of many workers", async ({ fileDatabase: database }) => {
    await using http = await startProvider();
    const payout = await deferred(database, http);
    await letPollBecomeDue(database, payout.id);
    const runs = Array.from({ length: 8 }, () => payout.confirmEarly());
    await Promise.all(runs);
    await expectPaidOnce(database, payout, http);
  });

  test("is polled, and not sent again, after a crash behind its claim", async ({
    fileDatabase: database,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    const payout = await deferred(database, http);
    await letPollBecomeDue(database, payout.id);
    const asked = (await claimPayoutConfirmation(database, { payoutId: payout.id }))!;
    expect(asked.isUnsent).toBe(true);
    const unsent = { reason: null } as const;
    expect(await reroutePayout(database, asked, { ...unsent, gateways: ["http"] })).toMatchObject({
      sentThrough: "http",
      refusedBy: [],
    });
    // The worker may have sent it before it died. What it knew before the claim counts no more.
    expect(await reroutePayout(database, asked, { ...unsent, gateways: ["paystack"] })).toBeNull();
    await letPollBecomeDue(database, payout.id);
    await confirmPayout(contextOf(database, [paystack, http]), payout.id);
    expect(http.questions.get(payout.reference)).toEqual(["find", "not found", "transfer"]);
    await expectPaidOnce(database, payout, http);
    expect(paystack.calls.transfer).toBe(0);
  });

  test("is polled once its provider reports that it has it", async ({ fileDatabase: database }) => {
    await using paystack = await startPaystack();
    const payout = await deferred(database, paystack);
    const notice = { gateway: "paystack", event: "transfer.success", reference: payout.reference } as const;
    expect(await recordProviderNotice(database, notice)).toBe("planned");
    await payout.confirm();
    expect(paystack.calls).toMatchObject({ transfer: 0, find: 1 });
  });

  test("waits for a person after a day", async ({ fileDatabase: database }) => {
    await using http = await startProvider();
    const payout = await deferred(database, http);
    await database.query(sql.type(z.object({}))`
      update payouts set submitted_at = now() - interval '25 hours', next_confirmation_at = now()
      where id = ${payout.id}`);
    const guards = await guardsWithout("http");
    await confirmPayout(contextOf(database, [http], guards), payout.id);
    expect(await findPayout(database, payout.reference)).toMatchObject({
      status: "processing",
      needs_review: true,
      next_confirmation_at: null,
    });
  });

  test("is not sent any more once a person is to decide, also where an operator has it polled", async ({
    database,
    databaseUrl,
  }) => {
    await using http = await startProvider();
    const payout = await deferred(database, http);
    await database.query(sql.type(z.object({}))`
      update payouts set submitted_at = now() - interval '25 hours', next_confirmation_at = now()
      where id = ${payout.id}`);
    await confirmPayout(contextOf(database, [http], await guardsWithout("http")), payout.id);
    expect(await findPayout(database, payout.reference)).toMatchObject({ needs_review: true });
    await runOpsScript(databaseUrl, "poll-payout", { reference: payout.reference, reason: "ticket 12" });
    await confirmPayout(contextOf(database, [http]), payout.id);
    expect(http.calls).toMatchObject({ transfer: 0, find: expect.any(Number) });
    expect(http.questions.get(payout.reference)).toEqual(["find", "not found", "find", "not found"]);
    expect(await findPayout(database, payout.reference)).toMatchObject({
      status: "processing",
      needs_review: true,
      next_confirmation_at: null,
    });
  });

  test("is not sent while an operator has stopped payouts", async ({ database, databaseUrl }) => {
    await using http = await startProvider();
    const payout = await deferred(database, http);
    const stopped = { environment: "live", scope: "gateway", gateway: "http", merchant: "", bank: "" };
    await runOpsScript(databaseUrl, "freeze-payouts", { ...stopped, reason: "ticket 12" });
    await payout.confirm();
    expect(http.calls.transfer).toBe(0);
    expect(await stateOf(database, payout)).toMatchObject({ status: "processing", unsent: true });
    await runOpsScript(databaseUrl, "release-payouts", { ...stopped, reason: "ticket 12" });
    await payout.confirm();
    await expectPaidOnce(database, payout, http);
    expect(await runOpsScript(databaseUrl, "reference", { reference: payout.reference })).toContainEqual(
      expect.objectContaining({ part: "provider", what: "sent" }),
    );
  });
});

describe.concurrent("a payout of which a gateway says that it does not reach the bank", () => {
  const UNREACHED_BY_PAYSTACK = "090270";

  async function refused(database: Database, closed: GatewayName[], bankCode = "058") {
    const http = await startProvider();
    const paystack = await startPaystack();
    http.misbehave("transfer", "bank unreachable", 1);
    const payout = await acceptLivePayoutTo(database, bankCode, http, paystack);
    const guards = await guardsWithout(...closed);
    await executePayout(contextOf(database, [http, paystack], guards), payout.id);
    return {
      http,
      paystack,
      payout,
      [Symbol.asyncDispose]: async () => {
        await http[Symbol.asyncDispose]();
        await paystack[Symbol.asyncDispose]();
      },
    };
  }

  test("waits for another one that reaches it and takes no calls now", async ({ fileDatabase: database }) => {
    await using run = await refused(database, ["paystack"]);
    const { http, paystack, payout } = run;
    expect(await stateOf(database, payout)).toMatchObject({ status: "processing", unsent: true });
    await payout.confirm();
    await expectPaidOnce(database, payout, paystack);
    expect(http.transfers.size).toBe(0);
  });

  test("waits for another one that reaches it, which could not be reached before", async ({
    fileDatabase: database,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    http.misbehave("transfer", "bank unreachable", 1);
    const gone = { ...paystack, url: "http://127.0.0.1:9" };
    const payout = await acceptLivePayout(database, paystack, http);
    await executePayout(contextOf(database, [gone, http]), payout.id);
    expect(await stateOf(database, payout)).toMatchObject({ status: "processing", unsent: true });
    await payout.confirm();
    await expectPaidOnce(database, payout, paystack);
    expect(http.transfers.size).toBe(0);
  });

  test("waits for another one that an operator has stopped", async ({ database, databaseUrl }) => {
    const stopped = { environment: "live", scope: "gateway", gateway: "paystack", merchant: "", bank: "" };
    await runOpsScript(databaseUrl, "freeze-payouts", { ...stopped, reason: "ticket 12" });
    await using run = await refused(database, []);
    const { payout, paystack } = run;
    expect(await stateOf(database, payout)).toMatchObject({ status: "processing", unsent: true });
    await payout.confirm();
    expect(paystack.calls.recipient).toBe(0);
    await runOpsScript(databaseUrl, "release-payouts", { ...stopped, reason: "ticket 12" });
    await payout.confirm();
    await expectPaidOnce(database, payout, paystack);
  });

  test("fails where no other one reaches it", async ({ fileDatabase: database }) => {
    await using run = await refused(database, ["paystack"], UNREACHED_BY_PAYSTACK);
    expect(await findPayout(database, run.payout.reference)).toMatchObject({
      status: "failed",
      failure_code: "DESTINATION_REJECTED",
    });
  });
});

test.concurrent(
  "a poll of a payout that was not made is repeated within a minute, and is no answer",
  async ({ fileDatabase: database }) => {
    await using paystack = await startPaystack();
    paystack.misbehave("transfer", "unavailable", 1);
    const payout = await acceptLivePayout(database, paystack);
    await payout.execute();
    const state = () =>
      database.one(sql.type(z.object({ not_found_ms: z.number(), due_ms: z.number() }))`
      select extract(epoch from now() - not_found_since)::double precision * 1000 as not_found_ms,
        extract(epoch from next_confirmation_at - now())::double precision * 1000 as due_ms
      from payouts where id = ${payout.id}`);
    /** As though it had been sent so long ago. */
    const age = (interval: string) =>
      database.query(sql.type(z.object({}))`
      update payouts set submitted_at = now() - ${interval}::interval where id = ${payout.id}`);
    const confirmWhile = async (isShut: boolean) => {
      await letPollBecomeDue(database, payout.id);
      const guards = isShut ? await guardsWithoutQuestions("paystack") : undefined;
      await confirmPayout(contextOf(database, [paystack], guards), payout.id);
    };
    await confirmWhile(false);
    await payout.wait();
    await age("3 hours 10 minutes");
    await confirmWhile(true);
    const { not_found_ms, due_ms } = await state();
    expect(not_found_ms).toBeGreaterThanOrEqual(600_000);
    expect(due_ms).toBeLessThanOrEqual(60_000);
    // So it is sent again as soon as there is an answer: ten minutes of "not found" have passed.
    await confirmWhile(false);
    await expectPaidOnce(database, payout, paystack);
  },
);

test.concurrent(
  "a question about a payout that was not made for a day needs a person",
  async ({ fileDatabase: database }) => {
    await using paystack = await startPaystack();
    paystack.misbehave("transfer", "unavailable", 1);
    const payout = await acceptLivePayout(database, paystack);
    await payout.execute();
    await database.query(sql.type(z.object({}))`
    update payouts set submitted_at = now() - interval '25 hours', next_confirmation_at = now()
    where id = ${payout.id}`);
    const guards = await guardsWithoutQuestions("paystack");
    await confirmPayout(contextOf(database, [paystack], guards), payout.id);
    expect(await findPayout(database, payout.reference)).toMatchObject({
      status: "processing",
      needs_review: true,
      next_confirmation_at: null,
    });
  },
);

describe("a payout that a gateway did not send, with too little time for the next one,", () => {
  for (const how of ["it was not reached", "its money there does not cover it"] as const) {
    test(`is deferred, and sent through that: ${how}`, async ({ fileDatabase: database }) => {
      await using http = await startProvider();
      await using paystack = await startPaystack();
      const isUnreached = how === "it was not reached";
      const [first, next] = isUnreached ? [paystack, http] : [http, paystack];
      if (isUnreached) paystack.misbehave("recipient", "unavailable", 1);
      else http.misbehave("transfer", "no float", 1);
      const payout = await acceptLivePayout(database, first, next);
      using deadline = startDeadline(60_000, signal);
      const now = performance.now.bind(performance);
      vi.spyOn(performance, "now").mockImplementation(() => now() + 57_100);
      await payout.execute(deadline.signal);
      vi.restoreAllMocks();
      expect(next.transfers.size).toBe(0);
      const state = await stateOf(database, payout);
      expect(state).toMatchObject({ status: "processing", unsent: true });
      expect(state.due_ms).toBeLessThanOrEqual(0);
      expect(await refusalsOf(database, payout)).toEqual([{ gateway: first.kind, never_left: isUnreached }]);
      if (isUnreached) paystack.misbehave("recipient", "unavailable");
      await payout.confirmEarly();
      await expectPaidOnce(database, payout, next);
      expect(first.transfers.size).toBe(0);
    });
  }
});
