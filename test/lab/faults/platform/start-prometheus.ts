import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
};

/** How often Prometheus scrapes and evaluates. Operators do it every 15 seconds; a run is short. */
const STEP_S = 5;
const rules = fileURLToPath(new URL("../../../../docs/operating/alerts.yml", import.meta.url));

/**
 * Starts a Prometheus that scrapes these ports of this machine and evaluates docs/operating/alerts.yml unchanged.
 * Rejects if it is not installed.
 */
export async function startPrometheus(metricsPorts: readonly number[]): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), "payments-platform-prometheus-"));
  const targets = metricsPorts.map((port) => `127.0.0.1:${port}`);
  const times = { scrape_interval: `${STEP_S}s`, evaluation_interval: `${STEP_S}s` };
  const configuration = {
    global: { ...times, scrape_timeout: "4s" },
    rule_files: [rules],
    scrape_configs: [{ job_name: "payments", static_configs: [{ targets }] }],
  };
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
