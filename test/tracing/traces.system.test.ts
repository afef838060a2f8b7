import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { z } from "zod";
import { queues } from "../../sql/queue/jobs.ts";
import { createApiKey } from "../../sql/keys/api-keys.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { signWebhook } from "../../sql/webhooks/deliveries/signature.ts";
import { eventually } from "../helpers/eventually.ts";
import { merchantOf } from "../helpers/merchant-of.ts";
import { startReceiver, type Received } from "../helpers/outside/start-receiver.ts";
import { startIngressProcess, startWorkerProcess } from "../helpers/platform/start-process.ts";
import { createFundedMerchant, destination, resolveDestination, setEndpoint } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { asOperator } from "../helpers/as-operator.ts";

const timeout = 120_000;

type Line = { msg: string; traceId?: string; requestId?: string; merchant?: string; task?: string } & Record<
  string,
  unknown
>;

const linesOf = (log: string): Line[] =>
  log
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);

const traceOf = ({ headers }: Received) => {
  const traceparent = String(headers["traceparent"]);
  return /^00-([0-9a-f]{32})-([0-9a-f]{16})-0[01]$/.exec(traceparent)?.[1];
};
const dataOf = ({ body }: Received) => (JSON.parse(body.toString()) as { data: { reference: string } }).data;

test(
  "each request has a trace of its own: in the log's lines, its jobs, and every attempt to send its webhooks",
  async ({ database, databaseUrl }) => {
    // The first attempt of each event fails.
    const seen = new Set<string>();
    await using receiver = await startReceiver((response, { headers }) => {
      const id = String(headers["webhook-id"]);
      response.writeHead(seen.has(id) ? 200 : 500).end();
      seen.add(id);
    });
    const tenant = await createFundedMerchant(database, 10_000_000n);
    const secret = await setEndpoint(database, tenant, receiver.url);
    const { secretKey: key } = await createApiKey(database, { ...tenant, ...asOperator });
    await resolveDestination(database, tenant);
    await database.query(sql.type(z.object({}))`create table kept_jobs (task text, payload json)`);
    await database.query(sql.type(z.object({}))`
      create function keep_job() returns trigger language plpgsql security definer as $$
      begin insert into public.kept_jobs values (new.key, new.payload); return new; end $$`);
    for (const queue of queues)
      await database.query(sql.type(z.object({}))`
        create trigger keep_job after insert on ${sql.identifier([queue.name, "_private_jobs"])}
        for each row execute function keep_job()`);

    await using ingress = await startIngressProcess(databaseUrl, { LOG_LEVEL: "debug" });
    await ingress.ready;
    const theirs = "4bf92f3577b34da6a3ce929d0e0e4736";
    const pay = () =>
      ingress.call("POST", "/v1/payouts", {
        key,
        headers: { "idempotency-key": randomUUID(), traceparent: `00-${theirs}-00f067aa0ba902b7-01` },
        body: { amount: { value: 1_000, currency: "NGN" }, destination },
      });
    // More than have jobs at once, so that claims queue some of them; and they share calls.
    const payouts = await Promise.all(Array.from({ length: 14 }, pay));
    const references = payouts.map(({ data }) => data.reference as string);

    await using worker = startWorkerProcess(databaseUrl, { LOG_LEVEL: "debug" });
    await worker.ready;
    const paid = await ingress.call("POST", "/v1/virtual-accounts", {
      key,
      body: { customerEmail: "payer@example.com", amount: { value: 5_000, currency: "NGN" } },
    });
    const simulated = await ingress.call("POST", "/v1/sandbox/simulate/collection-success", {
      key,
      body: { virtualAccountReference: paid.data.reference },
    });
    await eventually(() => {
      expect(receiver.requests).toHaveLength(2 * (payouts.length + 1));
    }, timeout);

    const lines = linesOf(ingress.log());
    const requests = lines.filter(({ msg }) => msg === "request");
    const traces = new Map(requests.map(({ reference, traceId }) => [reference, traceId]));
    expect(new Set(references.map((reference) => traces.get(reference))).size).toBe(references.length);
    for (const { requestId, traceId, merchant } of requests.filter(({ route }) => route === "/v1/payouts")) {
      expect(payouts.map(({ headers }) => headers.get("x-request-id"))).toContain(requestId);
      expect(traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(merchant).toBe(await merchantOf(database, tenant));
    }
    expect(ingress.log() + worker.log()).not.toContain(theirs);

    const ofPayouts = receiver.requests.filter((request) => traces.has(dataOf(request).reference));
    expect(ofPayouts).toHaveLength(2 * references.length);
    for (const request of ofPayouts)
      expect(traceOf(request), dataOf(request).reference).toBe(traces.get(dataOf(request).reference));
    // The collection follows from the report of the money.
    const [reported] = requests.filter(({ route }) => route === "/v1/sandbox/simulate/collection-success");
    const ofMoney = receiver.requests.filter((request) => !ofPayouts.includes(request));
    expect(ofMoney.map(traceOf)).toEqual([reported!.traceId, reported!.traceId]);
    expect(simulated.status).toBe(200);

    const jobs = linesOf(worker.log()).filter(({ msg }) => msg === "job");
    for (const reference of references) {
      expect(jobs).toContainEqual(
        expect.objectContaining({
          task: "execute_payout",
          outcome: "succeeded",
          reference,
          traceId: traces.get(reference),
        }),
      );
    }
    const kept = await database.any(sql.type(z.object({ task: z.string(), payload: z.any() }))`
      select task, payload from kept_jobs where task ~ '^(execute_payout|deliver_webhook|settle_credit)'`);
    expect(kept.length).toBeGreaterThan(references.length);
    for (const { payload } of kept) expect(Object.keys(payload as object)).toEqual(["id", "trace"]);

    // A replay, which another request asks for, stays in the trace of what the event reports.
    const { data: events } = await ingress.call("GET", "/v1/events?type=payout.succeeded&limit=1", { key });
    await ingress.call("POST", `/v1/events/${events[0].reference}/replay`, { key });
    await eventually(() => {
      expect(receiver.requests).toHaveLength(2 * (payouts.length + 1) + 1);
    }, timeout);
    const replayed = receiver.requests.at(-1)!;
    expect(traceOf(replayed)).toBe(traces.get(dataOf(replayed).reference));
    // The signature is over the id, the time and the body alone.
    const signature = signWebhook({
      id: String(replayed.headers["webhook-id"]),
      timestamp: Number(replayed.headers["webhook-timestamp"]),
      body: replayed.body,
      secret,
    });
    expect(replayed.headers).toMatchObject(signature);
  },
  timeout,
);
