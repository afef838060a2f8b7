import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { GatewayName } from "../../workers/gateways/manifest/manifests.ts";
import { readConfig } from "../../workers/config.ts";
import type { GatewayResult } from "../../workers/gateways/gateway.ts";
import { createGatewayGuards } from "../../workers/gateways/guards/create-gateway-guards.ts";
import { createSuccessWindow } from "../../workers/gateways/guards/create-success-window.ts";
import { rankGateways } from "../../workers/gateways/rank-gateways.ts";
import { testEncryptionKey } from "../helpers/encryption-key.ts";

const { signal } = new AbortController();
const names = ["paystack", "http", "monnify"] as const;
const succeeded: GatewayResult = { kind: "succeeded" };
const noFloat: GatewayResult = { kind: "not_sent", notSent: "no_float", reason: "" };
const noAnswer: GatewayResult = { kind: "unknown", reason: "" };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function start() {
  const guards = createGatewayGuards({ callsAtOnce: 8 });
  return {
    async sent(gateway: GatewayName, results: [GatewayResult, number][]) {
      for (const [result, count] of results)
        for (let n = 0; n < count; n += 1)
          await guards(gateway, "sendTransfer").call(async () => result, signal);
    },
    rank: (costs = {}) => rankGateways(names, guards, costs),
    order: (costs = {}) => rankGateways(names, guards, costs).map(({ gateway }) => gateway),
  };
}

describe("live gateways are ranked", () => {
  test("as LIVE_GATEWAYS has them, where nothing is known", () => {
    expect(start().rank()).toEqual(names.map((gateway) => ({ gateway, calls: 0 })));
  });

  test("by cost, among those that are about as good as the best", async () => {
    const { order, sent } = start();
    const costs = { paystack: 2_500, http: 1_000, monnify: 1_000 };
    expect(order(costs)).toEqual(["http", "monnify", "paystack"]);
    await sent("http", [
      [succeeded, 96],
      [noFloat, 4],
    ]);
    expect(order(costs)).toEqual(["http", "monnify", "paystack"]);
    await sent("http", [[noFloat, 2]]);
    expect(order(costs)).toEqual(["monnify", "paystack", "http"]);
  });

  test("by success rate, where it is lower, once there are enough calls", async () => {
    const { order, rank, sent } = start();
    await sent("paystack", [[noFloat, 19]]);
    expect(order()[0]).toBe("paystack");
    await sent("paystack", [[noFloat, 1]]);
    await sent("http", [
      [succeeded, 10],
      [noFloat, 10],
    ]);
    expect(rank()).toEqual([
      { gateway: "monnify", calls: 0 },
      { gateway: "http", calls: 20, successRate: 0.5 },
      { gateway: "paystack", calls: 20, successRate: 0 },
    ]);
    // They are tried again after five minutes.
    vi.setSystemTime(Date.now() + 5 * 60_000);
    expect(order()).toEqual(names);
  });

  test("last, where they are not called now", async () => {
    const { rank, sent } = start();
    await sent("paystack", [[noAnswer, 5]]);
    expect(rank({ paystack: 1, http: 2, monnify: 3 })).toEqual([
      { gateway: "http", calls: 0, costKobo: 2 },
      { gateway: "monnify", calls: 0, costKobo: 3 },
      { gateway: "paystack", calls: 5, successRate: 0, costKobo: 1, closed: "breaker_open" },
    ]);
  });

  test("without regard to what is wrong with an account or a bank", async () => {
    const { rank, sent } = start();
    await sent("paystack", [
      [{ kind: "refused", code: "DESTINATION_REJECTED", message: "" }, 30],
      [{ kind: "not_sent", notSent: "bank_unreachable", reason: "" }, 30],
    ]);
    expect(rank()[0]).toEqual({ gateway: "paystack", calls: 0 });
  });
});

test("the window of successes keeps five minutes, however many calls there are", () => {
  const window = createSuccessWindow();
  for (let minute = 0; minute < 10; minute += 1) {
    for (let call = 0; call < 100; call += 1) window.record(call < 90);
    vi.setSystemTime(Date.now() + 60_000);
  }
  expect(window.count()).toEqual({ calls: 400, successes: 360 });
});

test.for([
  ["paystack=2500", "must name each gateway"],
  ["paystack=2500,http=1000,monnify=1", "must name each gateway"],
  ["paystack=2500,http", "must be the kobo"],
  ["paystack=2500,http=-1", "must be the kobo"],
  ["paystack=2500,paystack=1,http=1", "must be the kobo"],
  ["paystack=2500,http=1000", undefined],
  ["", undefined],
] as const)("LIVE_GATEWAY_COSTS=%s is taken or refused: %s", ([costs, error]) => {
  const read = () =>
    readConfig({
      NODE_ENV: "test",
      DATABASE_URL: "postgres://localhost/x",
      SERVICE_ENCRYPTION_KEY: testEncryptionKey.toString("base64"),
      LIVE_GATEWAYS: "paystack,http",
      LIVE_GATEWAY_COSTS: costs,
      PUBLIC_URL: "https://example.com",
      LIVE_GATEWAY_URL: "https://example.com",
      LIVE_GATEWAY_SECRET: "0123456789abcdef0123456789abcdef",
      PAYSTACK_SECRET_KEY: "sk_live_of_the_tests",
    });
  if (error !== undefined) expect(read).toThrow(new RegExp(`${error}[^]*LIVE_GATEWAY_COSTS`));
  else expect(read().liveGatewayCosts).toEqual(costs === "" ? {} : { paystack: 2_500, http: 1_000 });
});
