import { seconds, type Findings } from "../../report.ts";
import { median } from "../../statistics.ts";
import { slowest } from "../recovery.ts";
import type { Report } from "../run-faults.ts";

/** How many of the most frequent reasons for missing outcomes are shown. */
const REASONS = 12;

/** A run's figures and violations. */
export function describeReport(report: Report): Findings {
  const { settings, faults, alerts, unavailable, counts, reasons, recovery, violations } = report;
  const times = new Map<string, number>();
  for (const { name } of faults) times.set(name, (times.get(name) ?? 0) + 1);
  const firing = alerts.filter(({ state }) => state === "firing");
  return {
    tables: [
      { head: ["fault", "times"], rows: [...times].sort() },
      { head: ["what there was", "times"], rows: Object.entries(counts) },
      {
        head: ["why something had no outcome at once", "times"],
        rows: Object.entries(reasons).slice(0, REASONS),
      },
    ],
    notes: [
      ...firing.map(({ name, from, to }) => `${name} fired from ${seconds(from)} to ${seconds(to)}.`),
      ...unavailable.map((why) => `Not played: ${why}.`),
      `${faults.length} faults. After the last one: all sent within ${seconds(report.sentAfter)}, all over within ` +
        `${seconds(report.finishedAfter)}.`,
      `Recovery from a worker's death: ${describe(recovery.afterWorkers)}.`,
      `Recovery from PostgreSQL's restart: ${describe(recovery.afterDatabase)}.`,
      ...(settings.cluster
        ? [
            `Recovery from the loss of the primary: ${describe(recovery.afterLosses)}.`,
            `Recovery from its switchover: ${describe(recovery.afterSwitchovers)}.`,
          ]
        : []),
    ],
    violations,
  };
}

function describe(times: number[]): string {
  if (times.length === 0) return "none was needed";
  return `median ${seconds(median(times))}, worst ${seconds(slowest(times))}, of ${times.length}`;
}
