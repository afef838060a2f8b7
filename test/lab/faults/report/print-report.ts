import { slowest } from "../recovery.ts";
import { seconds, type Report } from "../run-faults.ts";

/** The figures of a run, and what is wrong, in lines. */
export function printReport({
  settings,
  faults,
  alerts,
  unavailable,
  counts,
  reasons,
  recovery,
  sentAfter,
  finishedAfter,
  violations,
}: Report) {
  const firing = alerts.filter(({ state }) => state === "firing");
  for (const { name, from, to } of firing)
    console.log(`  ${name} fired from ${seconds(from)} to ${seconds(to)}`);
  const times = new Map<string, number>();
  for (const { name } of faults) times.set(name, (times.get(name) ?? 0) + 1);
  for (const [name, count] of [...times].sort()) console.log(`  ${String(count).padStart(6)}  ${name}`);
  for (const why of unavailable) console.log(`  not played: ${why}`);
  for (const [name, count] of Object.entries(counts)) console.log(`  ${String(count).padStart(6)}  ${name}`);
  for (const [reason, count] of Object.entries(reasons).slice(0, 12))
    console.log(`  ${String(count).padStart(6)}  ${reason}`);
  console.log(
    `${faults.length} faults. After the last one: all sent within ${seconds(sentAfter)}, all over within ${seconds(finishedAfter)}.`,
  );
  console.log(`Recovery from a worker's death: ${describe(recovery.afterWorkers)}.`);
  console.log(`Recovery from PostgreSQL's restart: ${describe(recovery.afterDatabase)}.`);
  if (settings.cluster) {
    console.log(`Recovery from the loss of the primary: ${describe(recovery.afterLosses)}.`);
    console.log(`Recovery from its switchover: ${describe(recovery.afterSwitchovers)}.`);
  }
  for (const violation of violations.slice(0, 30)) console.log(`  ! ${violation}`);
  console.log(violations.length === 0 ? "All holds." : `${violations.length} violations.`);
}

function describe(times: number[]): string {
  if (times.length === 0) return "none was needed";
  const sorted = [...times].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)]!;
  return `median ${seconds(median)}, worst ${seconds(slowest(times))}, of ${times.length}`;
}
