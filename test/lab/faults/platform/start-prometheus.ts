import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { findFreePort } from "../../../../scripts/postgres/find-free-port.ts";

/** An alert of docs/operating/alerts.yml with its times, in milliseconds of the run. */
export type AlertSpan = {
  name: string;
  /** `pending`: its condition held, but not yet long enough. */
  state: "pending" | "firing";
  from: number;
  to: number;
};

export type Prometheus = AsyncDisposable & {
  /** The alerts since a time, in order. */
  findAlerts(since: Date): Promise<AlertSpan[]>;
  /** Resolves once it has scraped every process, with its database: what happens from then on is an increase. */
  untilScraped(): Promise<void>;
  /** The alerts that fire now, with the time since which their condition holds. */
  findFiring(): Promise<Map<string, Date>>;
};

/** How often Prometheus scrapes and evaluates. Operators do it every 15 seconds; a run is short. */
const STEP_S = 5;
const rules = fileURLToPath(new URL("../../../../docs/operating/alerts.yml", import.meta.url));

/** The text of docs/operating/alerts.yml, with the term after which each fires (`for`) divided by `hurry`. */
export async function readRules(hurry = 1): Promise<string> {
  const text = await readFile(rules, "utf8");
  return text.replace(/^( +for: )(\d+)([smh])$/gm, (_, start: string, many: string, unit: Unit) => {
    const term = (Number(many) * SECONDS[unit]) / hurry;
    return `${start}${Math.max(1, Math.round(term))}s`;
  });
}

const SECONDS = { s: 1, m: 60, h: 3_600 };
type Unit = keyof typeof SECONDS;

/**
 * Starts a Prometheus that scrapes these ports of this machine and evaluates docs/operating/alerts.yml, unchanged but
 * for `hurry` (readRules). Rejects if it is not installed.
 */
export async function startPrometheus(metricsPorts: readonly number[], hurry = 1): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), "payments-platform-prometheus-"));
  const targets = metricsPorts.map((port) => `127.0.0.1:${port}`);
  const times = { scrape_interval: `${STEP_S}s`, evaluation_interval: `${STEP_S}s` };
  const configuration = {
    global: { ...times, scrape_timeout: "4s" },
    rule_files: [join(folder, "alerts.yml")],
    scrape_configs: [{ job_name: "payments", static_configs: [{ targets }] }],
  };
  await writeFile(join(folder, "alerts.yml"), await readRules(hurry));
  // YAML reads JSON.
  await writeFile(join(folder, "prometheus.yml"), JSON.stringify(configuration));
  const address = `127.0.0.1:${await findFreePort()}`;
  const child = spawn(
    "prometheus",
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=${address}`,
      "--log.level=error",
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  const ended = once(child, "exit");
  // A stopped run disposes of nothing.
  const endWithUs = () => void child.kill("SIGKILL");
  process.once("exit", endWithUs);
  await Promise.race([once(child, "spawn"), ended]);

  return {
    async findAlerts(since) {
      const query = new URLSearchParams({
        query: "max by (alertname, alertstate) (ALERTS)",
        start: `${since.getTime() / 1_000}`,
        end: `${Date.now() / 1_000}`,
        step: `${STEP_S}`,
      });
      const response = await fetch(`http://${address}/api/v1/query_range?${query}`);
      const { data } = answer.parse(await response.json());
      return data.result
        .flatMap(({ metric, values }) =>
          spansOf(values.map(([time]) => time)).map(([from, to]) => ({
            name: metric.alertname,
            state: metric.alertstate,
            from: from * 1_000 - since.getTime(),
            to: (to + STEP_S) * 1_000 - since.getTime(),
          })),
        )
        .toSorted((one, other) => one.from - other.from);
    },
    async untilScraped() {
      const query = new URLSearchParams({
        query: `count(payments_database_up == 1) == ${metricsPorts.length}`,
      });
      for (;;) {
        const response = await fetch(`http://${address}/api/v1/query?${query}`).catch(() => undefined);
        const found = response?.ok === true ? scraped.parse(await response.json()).data.result : [];
        if (found.length > 0) return;
        await sleep(200);
      }
    },
    async findFiring() {
      // Nobody listens yet in its first second.
      const response = await fetch(`http://${address}/api/v1/alerts`).catch(() => undefined);
      const alerts = response?.ok === true ? active.parse(await response.json()).data.alerts : [];
      const firing = alerts.filter(({ state }) => state === "firing");
      return new Map(firing.map(({ labels, activeAt }) => [labels.alertname, new Date(activeAt)]));
    },
    [Symbol.asyncDispose]: async () => {
      process.off("exit", endWithUs);
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const answer = z.object({
  data: z.object({
    result: z.array(
      z.object({
        metric: z.object({ alertname: z.string(), alertstate: z.enum(["pending", "firing"]) }),
        values: z.array(z.tuple([z.number(), z.string()])),
      }),
    ),
  }),
});

const scraped = z.object({ data: z.object({ result: z.array(z.unknown()) }) });

const active = z.object({
  data: z.object({
    alerts: z.array(
      z.object({ labels: z.object({ alertname: z.string() }), state: z.string(), activeAt: z.string() }),
    ),
  }),
});

/** The first and last of each run of times without a gap, in seconds. */
function spansOf(times: number[]): [number, number][] {
  const spans: [number, number][] = [];
  for (const time of times) {
    const last = spans.at(-1);
    if (last !== undefined && time - last[1] < 1.5 * STEP_S) last[1] = time;
    else spans.push([time, time]);
  }
  return spans;
}
