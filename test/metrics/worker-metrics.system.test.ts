import { X509Certificate } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";
import { expect } from "vitest";
import { jobNames } from "../../sql/queue/jobs.ts";
import { createCertificate } from "../deploy/create-certificate.ts";
import { eventually } from "../helpers/eventually.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import { createFundedMerchant, createPayout, resolveDestination, setEndpoint } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { scrape, startMeasuredWorkers } from "./scrape.ts";

test("counts jobs, provider calls and webhook attempts by outcome", async ({ database, databaseUrl }) => {
  await using receiver = await startReceiver((response, _request, index) =>
    response.writeHead(index === 0 ? 500 : 200).end(),
  );
  const tenant = await createFundedMerchant(database, 1_000_000n);
  await setEndpoint(database, tenant, receiver.url);
  await resolveDestination(database, tenant);
  await createPayout(database, tenant);
  await using workers = await startMeasuredWorkers(databaseUrl);

  const attempts = "payments_webhook_attempts_total";
  const metrics = await eventually(async () => {
    const scraped = await scrape(workers.metricsPort);
    expect(scraped.value(attempts, { environment: "test", outcome: "5xx" })).toBe(1);
    return scraped;
  });
  const job = { task: "execute_payout", environment: "test" };
  expect(metrics.value("payments_jobs_total", { ...job, outcome: "succeeded" })).toBe(1);
  expect(metrics.value("payments_job_duration_seconds_count", job)).toBe(1);
  const call = { operation: "sendTransfer", environment: "test" };
  expect(metrics.value("payments_provider_calls_total", { ...call, outcome: "succeeded" })).toBe(1);
  expect(metrics.value("payments_provider_call_duration_seconds_count", call)).toBe(1);
  expect(metrics.value("payments_webhook_attempt_duration_seconds_count", { environment: "test" })).toBe(1);
  for (const batch of ["claim_payouts", "finish_payouts", "claim_deliveries", "record_attempts"])
    expect([batch, metrics.value("payments_batch_items_sum", { batch })]).toEqual([batch, 1]);

  expect(metrics.value("payments_worker_lease_age_seconds")).toBeGreaterThan(0);
  expect(metrics.value("payments_worker_heartbeat_age_seconds")).toBeGreaterThan(0);
  expect(metrics.values("payments_database_pool_connections", "pool")).toHaveLength(12);
  expect(jobNames).toEqual(expect.arrayContaining(metrics.values("payments_jobs_total", "task")));
  expect(metrics.all.length).toBeLessThan(500);
});

test("reports when the certificate ends that callers of PUBLIC_URL are shown, and nothing before it was read", async ({
  databaseUrl,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "certificate-"));
  const { certificate, pem } = await createCertificate(folder);
  await rm(folder, { recursive: true });
  const server = createServer({ cert: pem, key: pem });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.address() as AddressInfo;
  const name = "payments_certificate_expiry_timestamp_seconds";
  try {
    await using plain = await startMeasuredWorkers(databaseUrl);
    await using workers = await startMeasuredWorkers(databaseUrl, {
      PUBLIC_URL: `https://localhost:${port}`,
    });
    const end = new X509Certificate(certificate).validToDate.getTime() / 1000;
    await eventually(async () => expect((await scrape(workers.metricsPort)).value(name)).toBe(end));
    const without = await scrape(plain.metricsPort);
    expect(without.metrics).toContain(name);
    expect(without.all.filter((series) => series.name === name)).toEqual([]);
  } finally {
    server.close();
  }
});
