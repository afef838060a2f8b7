import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test as plain } from "vitest";
import { z } from "zod";
import "../../ingress/start-ingress.ts";
import { createDatabaseMetrics } from "../../sql/process/metrics/database-metrics.ts";
import { measureProcess } from "../../sql/process/metrics/process-metrics.ts";
import { registry } from "../../sql/process/metrics/registry.ts";
import "../../workers/start-workers.ts";
import { test } from "../helpers/test.ts";
import { findPromtool, promtool } from "./find-promtool.ts";
import { scrape, startMeasuredIngress, startMeasuredWorkers } from "./scrape.ts";

type Panel = { title: string; description?: string; targets?: { expr: string; legendFormat: string }[] };
const file = await readFile(new URL("../../docs/operating/grafana.json", import.meta.url), "utf8");
const { panels } = JSON.parse(file) as { panels: Panel[] };
const queries = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({
    title,
    // As Grafana fills its variables in.
    expr: expr.replaceAll("$__rate_interval", "5m").replaceAll("$environment", "live"),
    legend: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!),
  })),
);

/** What prom-client keeps of each metric, though its types do not say so. */
const labelledMetrics = z.array(z.object({ name: z.string(), labelNames: z.array(z.string()) }));

const metric = /\b(payments_[a-z_]+?)(_bucket|_sum|_count)?(?![a-z_])(?:\{([^}]*)\})?/g;

/** The labels that a query filters by, groups by and shows, and the metrics that need to have them. */
function labelsOf({ expr, legend }: (typeof queries)[number]) {
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(", "));
  return [...expr.matchAll(metric)].map(([, name, part, filter = ""]) => ({
    name: name!,
    labels: [...filter.matchAll(/(\w+)(?==)/g)].map(([label]) => label).concat(grouped, legend),
    given: ["instance", ...(part === "_bucket" ? ["le"] : [])],
  }));
}

const hasPromtool = await findPromtool("The dashboard's queries");

plain.runIf(hasPromtool)("each query of the dashboard is one that Prometheus understands", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dashboard-"));
  const rules = queries.map(({ expr }, index) => ({ record: `panel:query:${index}`, expr }));
  // JSON is YAML.
  const path = join(folder, "rules.yml");
  await writeFile(path, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
  const stdout = await promtool("check", "rules", path);
  expect(stdout).toContain(`SUCCESS: ${rules.length} rules found`);
  await rm(folder, { recursive: true });
});

test("each query of the dashboard names metrics that are served, and labels that they have", async ({
  databaseUrl,
}) => {
  await using ingress = await startMeasuredIngress(databaseUrl);
  await using workers = await startMeasuredWorkers(databaseUrl);
  const scraped = await Promise.all([ingress, workers].map(({ metricsPort }) => scrape(metricsPort)));
  const served = new Set(scraped.flatMap(({ metrics }) => metrics));

  const process = measureProcess({}, []);
  const database = await createDatabaseMetrics({ databaseUrl, isPooled: false, limitMs: 30_000 }, () => {});
  const known = [registry, process.registry, database.registry].flatMap((of) =>
    labelledMetrics.parse(of.getMetricsAsArray()),
  );
  process.stop();
  await database.end();
  const labels = new Map(known.map(({ name, labelNames }) => [name, labelNames]));

  expect(queries.length).toBeGreaterThan(25);
  for (const query of queries) {
    const named = labelsOf(query);
    expect(named, query.title).not.toEqual([]);
    for (const { name, labels: wanted, given } of named) {
      expect(served, query.title).toContain(name);
      const has = [...(labels.get(name) ?? []), ...given];
      expect(
        wanted.filter((label) => !has.includes(label)),
        `${query.title}: ${name}`,
      ).toEqual([]);
    }
  }
  // What is served and not shown would be missed by nobody.
  const shown = new Set(queries.flatMap((query) => labelsOf(query).map(({ name }) => name)));
  expect([...served].filter((name) => !shown.has(name))).toEqual([]);
});

plain("each panel of the dashboard has a title of its own and says what it shows", () => {
  const shown = panels.filter(({ targets }) => targets !== undefined);
  expect(new Set(shown.map(({ title }) => title)).size).toBe(shown.length);
  expect(shown.filter(({ description }) => (description ?? "") === "")).toEqual([]);
});
