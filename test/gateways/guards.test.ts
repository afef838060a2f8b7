import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { registry } from "../../sql/process/metrics/registry.ts";
import { callGateway } from "../../workers/gateways/call-gateway.ts";
import type { GatewayResult } from "../../workers/gateways/gateway.ts";
import { createGatewayGuards } from "../../workers/gateways/guards/create-gateway-guards.ts";
import { createGuard, type Guard } from "../../workers/gateways/guards/create-guard.ts";
import { guardGateway } from "../../workers/gateways/guards/guard-gateway.ts";
import { createHttpGateway } from "../../workers/gateways/http/create-http-gateway.ts";
import { createMonnifyGateway } from "../../workers/gateways/monnify/create-monnify-gateway.ts";
import { createPaystackGateway } from "../../workers/gateways/paystack/create-paystack-gateway.ts";
import { startMonnify } from "./monnify/start-monnify.ts";
import { startPaystack } from "./paystack/start-paystack.ts";
import { startProvider } from "./http/start-provider.ts";

const { signal } = new AbortController();
const silent: GatewayResult = { kind: "unknown", reason: "no response in time" };
const answer: GatewayResult = { kind: "not_found" };
const transfer = {
  reference: "pyt_01m807cdkjqery2b6fkwya0yss",
  amount: 1_000n,
  currency: "NGN",
  narration: null,
  bankCode: "058",
  accountNumber: "0123456789",
  accountName: "ADAEZE OKAFOR",
};

/** What five calls in a row without an answer do. */
async function open(guard: Guard): Promise<void> {
  for (let calls = 0; calls < 5; calls += 1) await guard.call(async () => silent, signal);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

describe("the guard of an operation", () => {
  function start(callsAtOnce = 100) {
    const changes: boolean[] = [];
    const guard = createGuard({ callsAtOnce, onChange: (isOpen) => changes.push(isOpen) });
    return { guard, changes };
  }

  test("opens its breaker after five calls without an answer, and then makes none", async () => {
    const { guard, changes } = start();
    for (let calls = 0; calls < 4; calls += 1) await guard.call(async () => silent, signal);
    expect(guard.closedFor()).toBeUndefined();
    await expect(guard.call(() => Promise.reject(new Error("a bug")), signal)).rejects.toThrow("a bug");
    const made = vi.fn(async () => answer);
    expect(await guard.call(made, signal)).toMatchObject({
      kind: "unknown",
      notCalled: "breaker_open",
      notSent: "unavailable",
      neverLeft: true,
    });
    expect(made).not.toHaveBeenCalled();
    expect(changes).toEqual([true]);
  });

  test("opens its breaker when more than half of the last twenty calls had none", async () => {
    const { guard } = start();
    for (let calls = 0; calls < 10; calls += 1) await guard.call(async () => answer, signal);
    for (let calls = 0; calls < 10; calls += 1) await guard.call(async () => silent, signal);
    expect(guard.closedFor()).toBeUndefined();
    await guard.call(async () => silent, signal);
    expect(guard.closedFor()).toBe("breaker_open");
  });

  const answers: GatewayResult[] = [
    { kind: "refused", code: "DESTINATION_REJECTED", message: "" },
    { kind: "failed", code: "TRANSFER_FAILED", message: "" },
    { kind: "not_sent", notSent: "no_float", reason: "" },
    { kind: "not_sent", notSent: "bank_unreachable", reason: "" },
    { kind: "not_sent", notSent: "unavailable", reason: "", tooSoon: true },
    { kind: "unknown", reason: "status 400", forOperator: "TRANSFER_REFUSED" },
  ];
  test.for(answers)("stays closed whatever the provider answers: $kind $notSent", async (refusal) => {
    const { guard } = start();
    for (let calls = 0; calls < 30; calls += 1) await guard.call(async () => refusal, signal);
    expect(guard.closedFor()).toBeUndefined();
  });

  test("tries one call after a while, longer each time, and closes with its answer", async () => {
    const { guard, changes } = start();
    await open(guard);
    for (const seconds of [5, 10, 20, 40, 60, 60]) {
      pass(seconds * 1_000 - 1);
      expect(guard.closedFor()).toBe("breaker_open");
      pass(1);
      expect(guard.closedFor()).toBeUndefined();
      await guard.call(async () => silent, signal);
    }
    pass(60_000);
    const tried = Promise.withResolvers<GatewayResult>();
    const made = vi.fn(() => tried.promise);
    const calls = Array.from({ length: 8 }, () => guard.call(made, signal));
    expect(made).toHaveBeenCalledTimes(1);
    tried.resolve(answer);
    const results = await Promise.all(calls);
    expect(results.filter((result) => "notCalled" in result)).toHaveLength(7);
    expect(guard.closedFor()).toBeUndefined();
    expect(changes.at(-1)).toBe(false);
  });

  test("says that it made no call where the clock moves back in between", async () => {
    const { guard } = start();
    await open(guard);
    pass(5_000);
    const now = Date.now();
    // The guard looks first, and then the breaker.
    const times = [now, now - 10_000];
    vi.spyOn(Date, "now").mockImplementation(() => times.shift() ?? now);
    const made = vi.fn(async () => answer);
    expect(await guard.call(made, signal)).toMatchObject({ notCalled: "breaker_open", neverLeft: true });
    vi.restoreAllMocks();
    expect(made).not.toHaveBeenCalled();
  });

  test("makes no more calls at once than its bound", async () => {
    const { guard } = start(2);
    const ends = Promise.withResolvers<GatewayResult>();
    const calls = [1, 2].map(() => guard.call(() => ends.promise, signal));
    expect(guard.closedFor()).toBe("busy");
    expect(await guard.call(async () => answer, signal)).toMatchObject({ notCalled: "busy" });
    ends.resolve(answer);
    await Promise.all(calls);
    expect(await guard.call(async () => answer, signal)).toEqual(answer);
  });

  test("makes no call once its task is stopped, and learns nothing of the provider from that", async () => {
    const { guard } = start();
    const made = vi.fn(async () => silent);
    for (let calls = 0; calls < 5; calls += 1)
      expect(await guard.call(made, AbortSignal.abort())).toMatchObject({
        notCalled: "busy",
        neverLeft: true,
      });
    expect(made).not.toHaveBeenCalled();
    expect(guard.closedFor()).toBeUndefined();
  });

  test("ends a call after six seconds, whatever it consists of", async () => {
    vi.useFakeTimers();
    const { guard } = start();
    const call = guard.call(
      (limited) =>
        new Promise<GatewayResult>((resolve) => {
          limited.addEventListener("abort", () => resolve(silent));
        }),
      signal,
    );
    await vi.advanceTimersByTimeAsync(5_999);
    expect(await Promise.race([call, "runs"])).toBe("runs");
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toEqual(silent);
  });
});

describe("a guarded gateway", () => {
  test("is left alone for as long as it asks for with 429, a minute at most", async () => {
    await using paystack = await startPaystack();
    const guards = createGatewayGuards({ callsAtOnce: 8 });
    const gateway = guardGateway(
      createPaystackGateway(paystack, async (code) => code),
      guards,
    );
    paystack.misbehave("find", "rate limited", 1);
    const sent = { ...transfer, status: "processing" } as const;
    expect(await gateway.findTransfer(sent, signal)).toMatchObject({ reason: "status 429" });
    expect(await gateway.findTransfer(sent, signal)).toMatchObject({ notCalled: "paused" });
    // Other operations have limits of their own.
    expect(await gateway.enquireName(transfer, signal)).toMatchObject({ kind: "resolved" });
    pass(30_000);
    expect(await gateway.findTransfer(sent, signal)).toEqual({ kind: "not_found" });

    const day = { kind: "unknown", reason: "status 429", retryAfterMs: 86_400_000 } as const;
    const guard = guards("paystack", "findTransfer");
    await guard.call(async () => day, signal);
    pass(59_999);
    expect(guard.closedFor()).toBe("paused");
    pass(1);
    expect(guard.closedFor()).toBeUndefined();
  });

  test("has its breaker opened by a provider that refuses our keys, or each token", async () => {
    await using monnify = await startMonnify();
    const wrongKey = { ...monnify, secret: "another" };
    monnify.tokens.add = () => monnify.tokens;
    for (const settings of [wrongKey, monnify]) {
      const guards = createGatewayGuards({ callsAtOnce: 8 });
      const gateway = guardGateway(
        createMonnifyGateway(settings, async (code) => code),
        guards,
      );
      const sent = { ...transfer, status: "processing" } as const;
      for (let calls = 0; calls < 5; calls += 1) {
        expect(await gateway.findTransfer(sent, signal)).toMatchObject({ forOperator: "TRANSFER_REFUSED" });
        await gateway.sendTransfer(transfer, signal);
      }
      for (const operation of ["findTransfer", "sendTransfer"] as const)
        expect([operation, guards("monnify", operation).closedFor()]).toEqual([operation, "breaker_open"]);
    }
  });

  test("gets no transfer after an outage before it answers a question about it", async () => {
    await using provider = await startProvider();
    const guards = createGatewayGuards({ callsAtOnce: 8 });
    const gateway = guardGateway(createHttpGateway(provider), guards);
    await open(guards("http", "sendTransfer"));
    provider.misbehave("find", "drop", 1);
    for (const _ of [1, 2]) {
      // Not sent, and not a byte of it left: it is another gateway's.
      expect(await gateway.sendTransfer(transfer, signal)).toMatchObject({
        kind: "not_sent",
        notSent: "unavailable",
        neverLeft: true,
        notCalled: "breaker_open",
      });
      pass(5_000);
    }
    expect(provider.calls).toMatchObject({ transfer: 0, find: 1 });
    // On a busy machine an answer may come too late.
    await expect
      .poll(() => (pass(60_000), gateway.sendTransfer(transfer, signal)))
      .toMatchObject({
        kind: "succeeded",
      });
    expect(provider.calls.transfer).toBe(1);
    // Closed again: no question comes before the next one.
    const { find } = provider.calls;
    await gateway.sendTransfer(transfer, signal);
    expect(provider.calls).toMatchObject({ transfer: 2, find });
  });

  test("gets no transfer after an outage that it says it has", async () => {
    await using provider = await startProvider();
    const guards = createGatewayGuards({ callsAtOnce: 8 });
    const gateway = guardGateway(createHttpGateway(provider), guards);
    await gateway.sendTransfer(transfer, signal);
    await open(guards("http", "sendTransfer"));
    await expect
      .poll(() => (pass(60_000), gateway.sendTransfer(transfer, signal)))
      .toMatchObject({ kind: "succeeded" });
    expect(provider.calls.transfer).toBe(1);
  });

  test("ranks lower where it takes transfers and fails them later, as our money there does not cover them", async () => {
    await using monnify = await startMonnify();
    const guards = createGatewayGuards({ callsAtOnce: 8 });
    const gateway = guardGateway(
      createMonnifyGateway(monnify, async () => "058"),
      guards,
    );
    const sent = { ...transfer, status: "processing" as const };
    monnify.outcomes.set(transfer.accountNumber, { status: "pending" });
    monnify.describes.set(transfer.accountNumber, "Insufficient funds");
    await gateway.sendTransfer(transfer, signal);
    expect(guards("monnify", "sendTransfer").recent()).toEqual({ calls: 1, successes: 1 });
    monnify.transfers.get(transfer.reference)!.status = "failed";
    await gateway.findTransfer(sent, signal);
    expect(guards("monnify", "sendTransfer").recent()).toEqual({ calls: 2, successes: 1 });
    // What failed for a reason of its own says nothing about the gateway, nor does what is polled again.
    monnify.describes.set(transfer.accountNumber, "Do not honor");
    await gateway.findTransfer(sent, signal);
    expect(guards("monnify", "sendTransfer").recent()).toEqual({ calls: 2, successes: 1 });
    expect(guards("monnify", "sendTransfer").closedFor()).toBeUndefined();
  });

  test("is not polled for its balance any more once five polls had no answer", async () => {
    await using provider = await startProvider();
    const gateway = guardGateway(createHttpGateway(provider), createGatewayGuards({ callsAtOnce: 8 }));
    provider.misbehave("balance", "unavailable");
    for (let calls = 0; calls < 5; calls += 1) await gateway.findBalances!(signal);
    expect(await gateway.findBalances!(signal)).toMatchObject({ notCalled: "breaker_open" });
    expect(provider.calls.balance).toBe(5);
    // Other requests have a breaker of their own.
    expect(await gateway.enquireName(transfer, signal)).toMatchObject({ kind: "resolved" });
  });

  test("is not measured by calls that were not made, which are counted apart", async () => {
    await using provider = await startProvider();
    const guards = createGatewayGuards({ callsAtOnce: 8 });
    const gateway = guardGateway(createHttpGateway(provider), guards);
    await open(guards("http", "enquireName"));
    const labels = { gateway: "http", operation: "enquireName" };
    const valueOf = async (name: string, wanted: Record<string, string>) =>
      (await registry.getSingleMetric(name)!.get()).values.find(({ labels: own }) =>
        Object.entries(wanted).every(([label, value]) => own[label as never] === value),
      )?.value ?? 0;
    const reason = { ...labels, reason: "breaker_open" };
    const before = await valueOf("payments_provider_calls_total", labels);
    const notMadeBefore = await valueOf("payments_provider_calls_not_made_total", reason);
    const call = { gateway, operation: "enquireName", environment: "live" } as const;
    await callGateway(pino({ level: "silent" }), call, {}, (asked) => asked.enquireName(transfer, signal));
    expect(await valueOf("payments_provider_calls_total", labels)).toBe(before);
    expect(await valueOf("payments_provider_calls_not_made_total", reason)).toBe(notMadeBefore + 1);
    expect(await valueOf("payments_provider_breaker_open", labels)).toBe(1);
    pass(5_000);
    await gateway.enquireName(transfer, signal);
    expect(await valueOf("payments_provider_breaker_open", labels)).toBe(0);
  });

  test("has its failures counted from 0, so that Prometheus sees an increase in the first burst of them", async () => {
    const calls = registry.getSingleMetric("payments_provider_calls_total")!;
    // Other files have called the same provider in this process.
    calls.reset();
    createGatewayGuards({ callsAtOnce: 8 })("monnify", "sendTransfer");
    const { values } = await calls.get();
    const labels = { gateway: "monnify", operation: "sendTransfer", environment: "live" };
    const ofTransfers = values.filter(
      ({ labels: own }) =>
        own["gateway" as never] === "monnify" && own["operation" as never] === "sendTransfer",
    );
    expect(ofTransfers).toEqual([
      { labels: { ...labels, outcome: "unknown" }, value: 0 },
      { labels: { ...labels, outcome: "not_sent" }, value: 0 },
    ]);
  });

  test("is shut out, as far as can be measured, only until it would be called again", async () => {
    const guard = createGatewayGuards({ callsAtOnce: 8 })("paystack", "findCredit");
    const shutOut = async () =>
      (await registry.getSingleMetric("payments_provider_breaker_open")!.get()).values.find(
        ({ labels }) => labels["gateway"] === "paystack" && labels["operation"] === "findCredit",
      )?.value;
    expect(await shutOut()).toBe(0);
    await open(guard);
    expect(await shutOut()).toBe(1);
    // Nobody calls it, so that nothing tries whether the provider is back.
    pass(5_000);
    expect(await shutOut()).toBe(0);
    // Nor does what the provider asks for hide that it is shut out.
    await guard.call(async () => ({ ...silent, retryAfterMs: 10_000 }), signal);
    expect(guard.closedFor()).toBe("paused");
    expect(await shutOut()).toBe(1);
    const { promise, resolve } = Promise.withResolvers<GatewayResult>();
    pass(10_000);
    const trying = guard.call(() => promise, signal);
    expect(await shutOut()).toBe(1);
    resolve(answer);
    await trying;
    expect(await shutOut()).toBe(0);
  });
});
