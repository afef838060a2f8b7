import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { METHODS } from "node:http";
import { afterAll, expect } from "vitest";
import { eventually } from "../helpers/eventually.ts";
import { startProxy } from "../helpers/outside/start-proxy.ts";
import { startRedis } from "../helpers/outside/start-redis.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test } from "../helpers/test.ts";
import { scrape, startMeasuredIngress } from "./scrape.ts";

/** Sends a request with any method, path and host. Resolves when it has ended, however. */
function send(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<void> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      response.resume().on("close", () => resolve());
    });
    sent.on("error", () => resolve()).end();
  });
}

const payouts = "/v1/payouts/:reference";

test("counts requests by declared path, method and class of status, and what limits refuse", async ({
  databaseUrl,
  merchant: { key },
}) => {
  await using ingress = await startMeasuredIngress(databaseUrl, {
    RATE_LIMIT_VERIFY_ACCOUNT_PER_MINUTE: "1",
  });
  for (let n = 0; n < 3; n += 1) await ingress.call("GET", `/v1/payouts/pyt_${n}`, { key });
  await fetch(`${ingress.url}/v1/payouts/pyt_9`, {
    method: "HEAD",
    headers: { authorization: `Bearer ${key}` },
  });
  await ingress.call("GET", "/v1/balances", { key });
  const body = { bankCode: "058", accountNumber: "01" };
  for (let n = 0; n < 2; n += 1) await ingress.call("POST", "/v1/banks/verify-account", { key, body });

  const metrics = await scrape(ingress.metricsPort);
  const requests = "payments_http_requests_total";
  expect(metrics.value(requests, { route: payouts, method: "GET", status: "4xx" })).toBe(4);
  expect(metrics.value(requests, { route: "/v1/balances", method: "GET", status: "2xx" })).toBe(1);
  const duration = "payments_http_request_duration_seconds";
  expect(metrics.value(`${duration}_count`, { route: payouts, method: "GET" })).toBe(4);
  expect(metrics.value(`${duration}_bucket`, { route: payouts, method: "GET", le: "+Inf" })).toBe(4);
  expect(metrics.value("payments_http_refusals_total", { limit: "verify-account" })).toBe(1);
  expect(metrics.value("payments_http_requests_in_flight")).toBe(0);
  expect(metrics.values("payments_database_pool_connections", "pool")).toEqual([
    "reads",
    "request_log",
    "writes",
  ]);
  expect(
    metrics.value("payments_database_pool_connections", { pool: "reads", state: "idle" }),
  ).toBeGreaterThan(0);
  expect(metrics.value("payments_event_loop_lag_seconds_count")).toBeGreaterThan(0);
  expect(metrics.value("payments_batch_items_count", { batch: "authenticate_keys" })).toBeGreaterThan(0);
});

test("has no more series after strangers have sent whatever they like, and nothing of it in a label", async ({
  databaseUrl,
  merchant: { key },
}) => {
  await using ingress = await startMeasuredIngress(databaseUrl, { RATE_LIMIT_FAILED_AUTH_PER_MINUTE: "100" });
  const methods = METHODS.filter((method) => method !== "CONNECT");
  const attack = async () => {
    const secret = randomUUID();
    for (const method of methods) {
      const headers = { host: `${secret}.example`, "x-forwarded-for": secret, "user-agent": secret };
      await send(ingress.url, method, `/${secret}`, headers);
      await send(ingress.url, method, `/v1/payouts/${secret}?${secret}=${secret}`, headers);
      await send(ingress.url, method, `/pay/${secret}`, headers);
      await send(ingress.url, method, `/dashboard/assets/${secret}.js`, headers);
      await send(ingress.url, method, `/dashboard/api/${secret}/payouts`, {
        ...headers,
        authorization: secret,
      });
    }
    for (let n = 0; n < 20; n += 1) {
      const bank = { bankCode: randomUUID(), accountNumber: randomUUID() };
      await ingress.call("POST", "/v1/banks/verify-account", { key, body: bank });
      await ingress.call("GET", `/v1/payouts/${randomUUID()}`, { key: `sk_test_${randomUUID()}` });
    }
    return secret;
  };
  const secret = await attack();
  const before = await scrape(ingress.metricsPort);
  await attack();
  const after = await scrape(ingress.metricsPort);
  const names = ({ name, labels }: { name: string; labels: Record<string, string> }) =>
    `${name} ${Object.values(labels).join(" ")}`;
  // Which limit refuses first, and whether a connection is open, depends on the time.
  const lasting = (text: string) => !/refusals|pool/.test(text);
  expect(after.all.map(names).filter(lasting)).toEqual(before.all.map(names).filter(lasting));
  expect(after.all.length).toBeLessThan(500);

  const labels = new Set(after.all.flatMap((series) => Object.values(series.labels)));
  expect(
    [...labels].filter((label) => label.includes(secret) || /[0-9a-f]{8}-|sk_|pyt_/.test(label)),
  ).toEqual([]);
  expect(after.values("payments_http_requests_total", "method")).toEqual(["GET", "OPTIONS", "POST", "other"]);
});

test("serves metrics on their own port alone, and nothing else there", async ({ databaseUrl }) => {
  await using ingress = await startMeasuredIngress(databaseUrl);
  expect((await fetch(`${ingress.url}/metrics`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${ingress.metricsPort}/v1/balances`)).status).toBe(404);
  const { headers } = await fetch(`http://127.0.0.1:${ingress.metricsPort}/metrics`);
  expect(headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
});

test("serves none where METRICS_PORT is not set", async ({ databaseUrl }) => {
  await using ingress = await startTestIngress(databaseUrl);
  expect((await fetch(`${ingress.url}/metrics`)).status).toBe(404);
  expect(ingress.log()).not.toContain("metricsPort");
});

const redis = await startRedis(process.env["REDIS_URL"]);
afterAll(redis.stop);

test.skipIf(redis.url === undefined)(
  "reports how long Redis takes to respond, without end while it does not, and nothing without one",
  async ({ databaseUrl }) => {
    await using proxy = await startProxy(redis.url!);
    await using plain = await startMeasuredIngress(databaseUrl);
    await using ingress = await startMeasuredIngress(databaseUrl, { REDIS_URL: proxy.url });
    const name = "payments_redis_response_seconds";
    const read = async () => (await scrape(ingress.metricsPort)).value(name);
    await eventually(async () => expect(await read()).toBeLessThan(Infinity));
    expect(await read()).toBeGreaterThan(0);
    proxy.mode("swallow");
    expect(await read()).toBe(Infinity);
    proxy.mode("refuse");
    proxy.cutAll();
    expect(await read()).toBe(Infinity);
    proxy.mode("pass");
    await eventually(async () => expect(await read()).toBeLessThan(Infinity));
    expect((await scrape(plain.metricsPort)).all.filter((series) => series.name === name)).toEqual([]);
  },
);
