import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { findFreePort } from "../../scripts/postgres/find-free-port.ts";
import type { Database } from "../../sql/process/database.ts";
import { createApiKey } from "../../sql/keys/api-keys.ts";
import { eventually } from "../helpers/eventually.ts";
import { startCollector, type ExportedSpan } from "../helpers/outside/start-collector.ts";
import { merchantOf } from "../helpers/merchant-of.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import { startIngressProcess, startWorkerProcess } from "../helpers/platform/start-process.ts";
import { createFundedMerchant, destination, resolveDestination, setEndpoint } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { asOperator } from "../helpers/as-operator.ts";

const timeout = 120_000;
const theirs = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
const traceparent = `00-${theirs.traceId}-${theirs.spanId}-01`;

/** Has a process say which parts of OpenTelemetry it loads that do more than define names. */
const sayWhatIsLoaded = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from "node:module";
    registerHooks({
      load: (url, context, next) => {
        if (/@opentelemetry.(sdk|exporter)/.test(url)) process.stderr.write("LOADED " + url + "\\n");
        return next(url, context);
      },
    });`)}`,
};

/** Ingress and workers as in production, and a merchant who sends one payout and has its webhook. */
async function payOut(
  database: Database,
  databaseUrl: string,
  env: Record<string, string>,
  { failFirst = false } = {},
) {
  let isFirst = failFirst;
  await using receiver = await startReceiver((response) => {
    response.writeHead(isFirst ? 500 : 200).end();
    isFirst = false;
  });
  const tenant = await createFundedMerchant(database, 10_000_000n);
  await setEndpoint(database, tenant, receiver.url);
  const { secretKey: key } = await createApiKey(database, { ...tenant, ...asOperator });
  await resolveDestination(database, tenant);
  const settings = { ...sayWhatIsLoaded, LOG_LEVEL: "debug", ...env };
  await using ingress = await startIngressProcess(databaseUrl, settings);
  await using worker = startWorkerProcess(databaseUrl, settings);
  await Promise.all([ingress.ready, worker.ready]);
  const idempotencyKey = randomUUID();
  const payout = await ingress.call("POST", "/v1/payouts", {
    key,
    headers: { "idempotency-key": idempotencyKey, traceparent },
    body: { amount: { value: 1_000, currency: "NGN" }, destination },
  });
  expect(payout.status).toBe(201);
  await eventually(() => expect(receiver.requests).toHaveLength(failFirst ? 2 : 1), timeout);

  ingress.signal("SIGTERM");
  worker.signal("SIGTERM");
  expect(await ingress.ended).toEqual({ code: 0, signal: null });
  expect(await worker.ended).toEqual({ code: 0, signal: null });
  return {
    reference: payout.data.reference as string,
    merchant: await merchantOf(database, tenant),
    traceparents: receiver.requests.map(({ headers }) => String(headers["traceparent"])),
    log: ingress.log() + worker.log(),
    personal: [destination.accountNumber, destination.accountName, receiver.url, key, idempotencyKey],
  };
}

describe("exported spans", () => {
  test(
    "show a payout from its request to the last attempt to send its webhook as one trace",
    async ({ database, databaseUrl }) => {
      await using collector = await startCollector();
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
      const { reference, merchant, traceparents, log, personal } = await payOut(database, databaseUrl, env, {
        failFirst: true,
      });

      const { spans } = collector;
      const [request] = spans.filter(({ name }) => name === "POST /v1/payouts");
      const trace = spans.filter(({ traceId }) => traceId === request!.traceId);
      const [, traceId] = traceparents[0]!.split("-");
      expect(request).toMatchObject({
        traceId,
        spanId: traceId!.slice(16),
        service: "payments-ingress",
        links: [theirs],
        attributes: {
          "http.route": "/v1/payouts",
          "http.response.status_code": 201,
          "payments.merchant": merchant,
          "payments.reference": reference,
        },
      });
      expect(request!.parentSpanId ?? "").toBe("");
      expect(log).toContain(`"traceId":"${traceId}"`);

      const one = (name: string): ExportedSpan => {
        const found = trace.filter((span) => span.name === name);
        expect(found.length, name).toBe(1);
        return found[0]!;
      };
      const job = one("job execute_payout");
      expect(job).toMatchObject({
        parentSpanId: request!.spanId,
        service: "payments-workers",
        attributes: {
          "payments.task": "execute_payout",
          "payments.attempt": 1,
          "payments.outcome": "succeeded",
          "payments.queue_wait_ms": expect.any(Number),
          "payments.reference": reference,
        },
      });
      expect(one("accept_payouts").parentSpanId).toBe(request!.spanId);
      for (const name of ["claim_payouts", "finish_payouts"])
        expect(one(name).parentSpanId, name).toBe(job.spanId);
      expect(one("provider sendTransfer")).toMatchObject({
        parentSpanId: job.spanId,
        attributes: { "payments.operation": "sendTransfer", "payments.outcome": "succeeded" },
      });

      // What several share has a trace of its own, with a link to each.
      const [shared] = spans.filter(({ name, traceId: of }) => name === "accept_payouts" && of !== traceId);
      const { spanId: accepted } = one("accept_payouts");
      expect(shared!.links).toMatchObject([{ traceId, spanId: accepted }]);
      expect(spans.filter(({ parentSpanId }) => parentSpanId === shared!.spanId)).toMatchObject([
        { name: "select accept_payouts", attributes: { "db.query.summary": "select accept_payouts" } },
      ]);

      // The process that finished the payout makes the first attempt, a job the second, all in one trace.
      const attempts = trace
        .filter(({ name }) => name === "webhook attempt")
        .toSorted((a, b) =>
          String(b.attributes["payments.outcome"]).localeCompare(String(a.attributes["payments.outcome"])),
        );
      const delivery = one("job deliver_webhook");
      expect(attempts.map(({ attributes }) => attributes["payments.outcome"])).toEqual(["delivered", "5xx"]);
      expect(attempts.map(({ parentSpanId }) => parentSpanId)).toEqual([delivery.spanId, job.spanId]);
      expect(delivery.parentSpanId).toBe(request!.spanId);
      expect(traceparents.toReversed()).toEqual(attempts.map(({ spanId }) => `00-${traceId}-${spanId}-01`));

      for (const canary of personal) expect(collector.bodies.join("\n")).not.toContain(canary);
      expect(log).toContain("LOADED");
    },
    timeout,
  );

  test(
    "are none, and OpenTelemetry is not loaded, where no exporter is set",
    async ({ database, databaseUrl }) => {
      await using collector = await startCollector();
      const { traceparents, log } = await payOut(database, databaseUrl, { OTEL_EXPORTER_OTLP_ENDPOINT: "" });
      expect(collector.bodies).toEqual([]);
      expect(log).not.toContain("LOADED");
      const [, traceId] = /^00-([0-9a-f]{32})-[0-9a-f]{16}-00$/.exec(traceparents[0]!)!;
      const lines = log.split("\n").filter((line) => line.includes(`"traceId":"${traceId}"`));
      expect(lines.some((line) => line.includes('"msg":"request"'))).toBe(true);
      expect(lines.some((line) => line.includes('"task":"execute_payout"'))).toBe(true);
    },
    timeout,
  );

  test(
    "are none of a trace that is not sampled, whatever a caller's traceparent says",
    async ({ database, databaseUrl }) => {
      await using collector = await startCollector();
      const env = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces` };
      const { traceparents } = await payOut(database, databaseUrl, {
        ...env,
        OTEL_TRACES_SAMPLER: "always_off",
      });
      expect(collector.bodies).toEqual([]);
      expect(traceparents[0]).toMatch(/-00$/);
    },
    timeout,
  );

  test(
    "are dropped while the collector is away: work goes on, processes stop, and the log says so once",
    async ({ database, databaseUrl }) => {
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await findFreePort()}` };
      const { log } = await payOut(database, databaseUrl, { ...env, OTEL_EXPORTER_OTLP_TIMEOUT: "300" });
      const warnings = log.split("\n").filter((line) => line.includes("traces could not be exported"));
      expect(warnings.length).toBeGreaterThanOrEqual(1);
      expect(warnings.length).toBeLessThanOrEqual(2);
    },
    timeout,
  );
});
