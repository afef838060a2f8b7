import { createDatabaseMetrics } from "../../sql/process/metrics/database-metrics.ts";
import { findFreePort } from "../../scripts/postgres/find-free-port.ts";
import { roleUrl } from "../helpers/database/role-url.ts";
import { startIngressProcess, startWorkerProcess } from "../helpers/platform/start-process.ts";

type Series = { name: string; labels: Record<string, string>; value: number };

export type Scraped = {
  /** The names of all metrics, also of those that have counted nothing yet. */
  metrics: string[];
  all: Series[];
  /** The value of the one series of this name that has these labels, 0 where there is none. */
  value(name: string, labels?: Record<string, string>): number;
  /** The distinct values of a label of a metric, sorted. */
  values(name: string, label: string): string[];
};

/** Reads the metrics of a process, as Prometheus does. */
export async function scrape(port: number): Promise<Scraped> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  if (response.status !== 200) throw new Error(`the metrics responded with ${response.status}`);
  return read(await response.text());
}

/** What every process says of the database, without starting one. */
export async function measureDatabase(databaseUrl: string): Promise<Scraped> {
  // A busy machine may take longer than those who scrape would wait.
  const direct = { databaseUrl: roleUrl(databaseUrl, "ingress"), isPooled: false, limitMs: 30_000 };
  const metrics = await createDatabaseMetrics(direct, (error) => {
    throw error;
  });
  try {
    await metrics.refresh();
    return read(await metrics.registry.metrics());
  } finally {
    await metrics.end();
  }
}

function read(text: string): Scraped {
  const all = parse(text);
  const find = (name: string, labels: Record<string, string>) =>
    all.filter(
      (series) =>
        series.name === name &&
        Object.entries(labels).every(([label, value]) => series.labels[label] === value),
    );
  return {
    metrics: [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!),
    all,
    value(name, labels = {}) {
      const found = find(name, labels);
      if (found.length > 1)
        throw new Error(`${name} has ${found.length} series with ${JSON.stringify(labels)}`);
      return found[0]?.value ?? 0;
    },
    values: (name, label) => [...new Set(find(name, {}).map(({ labels }) => labels[label] ?? ""))].toSorted(),
  };
}

function parse(text: string): Series[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name, labels = "", value] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line)!;
      const pairs = labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g);
      return {
        name: name!,
        labels: Object.fromEntries([...pairs].map(([, label, word]) => [label!, word!])),
        value: Number(value!.replace("Inf", "Infinity")),
      };
    });
}

/** An ingress process that serves its metrics on `metricsPort`. */
export async function startMeasuredIngress(databaseUrl: string, env: Record<string, string> = {}) {
  const metricsPort = await findFreePort();
  const ingress = await startIngressProcess(databaseUrl, { METRICS_PORT: `${metricsPort}`, ...env });
  await ingress.ready;
  return { ...ingress, metricsPort };
}

/** A worker process that serves its metrics on `metricsPort`. */
export async function startMeasuredWorkers(databaseUrl: string, env: Record<string, string> = {}) {
  const metricsPort = await findFreePort();
  const workers = startWorkerProcess(databaseUrl, { METRICS_PORT: `${metricsPort}`, ...env });
  await workers.ready;
  return { ...workers, metricsPort };
}
