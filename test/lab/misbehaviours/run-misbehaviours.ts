import { inspect } from "node:util";
import { createRandom } from "../random.ts";
import { checkLane } from "./check-lane.ts";
import { drawCases, type Case } from "./draw-cases.ts";
import { judgePayout, type Payout } from "./judge-payout.ts";
import { playCase, type Played } from "./play-case.ts";
import type { LabDatabase } from "../platform/open-databases.ts";
import { readKinds } from "./read-kinds.ts";
import { startLane, type Lane } from "./start-lane.ts";

export type Settings = {
  seed: number;
  payouts: number;
  /** Parallel platforms, each of which runs one case after the other. */
  lanes: number;
  /** Only cases whose name has one of these texts; by default all. */
  only?: string[];
  /** Runs every misbehaviour alone, and this many pairs; by default all. */
  pairs?: number;
  /** No case starts after this many minutes. */
  minutes?: number;
};

/** The outcomes of a table line's payouts. */
export type Line = { payouts: number; outcomes: Map<string, number>; violations: number };

/** `cases`: how many ran, of `drawn`. */
export type Report = { lines: Map<string, Line>; cases: number; drawn: number; violations: string[] };

/** Runs all drawn cases on new platforms, and compares everybody's records afterwards. */
export async function runMisbehaviours(
  settings: Settings,
  createDatabase: () => Promise<LabDatabase>,
  tell: (line: string) => void = () => {},
): Promise<Report> {
  const cases = await casesOf(settings);
  const report: Report = { lines: new Map(), cases: 0, drawn: cases.length, violations: [] };
  const ending = performance.now() + (settings.minutes ?? Infinity) * 60_000;
  const waiting = [...cases.entries()];

  async function playLane(): Promise<void> {
    await using lane = await startLane(await createDatabase());
    const accepted = new Set<string>();
    while (waiting.length > 0 && performance.now() < ending) {
      const [index, drawn] = waiting.shift()!;
      const played = await playCase(lane, drawn, settings.seed + index);
      for (const reference of played.accepted.keys()) accepted.add(reference);
      await judge(lane, drawn, played, report);
      report.cases += 1;
      tell(`${report.cases} of ${cases.length} cases, ${report.violations.length} violations`);
    }
    report.violations.push(...(await checkLane(lane, accepted)));
  }
  const lanes = Array.from({ length: Math.min(settings.lanes, cases.length) }, playLane);
  // The others continue without a failed one.
  for (const lane of await Promise.allSettled(lanes))
    if (lane.status === "rejected") report.violations.push(`a platform gave up: ${inspect(lane.reason)}`);
  return report;
}

async function casesOf({ seed, payouts, only, pairs }: Settings): Promise<Case[]> {
  const kinds = await readKinds();
  let count = 0;
  return drawCases(kinds, payouts, createRandom(seed), {
    isPlayed: (name) => {
      if (only !== undefined && !only.some((part) => name.includes(part))) return false;
      return pairs === undefined || !name.includes(" + ") || (count += 1) <= pairs;
    },
  });
}

async function judge(lane: Lane, { name, at }: Case, played: Played, report: Report): Promise<void> {
  const rows = await lane.query<Payout>(
    `select p.reference, p.status, p.amount, p.needs_review, p.contradicted_by, p.duplicate_gateway, p.sent_through,
      array(select e.type from events e where e.subject = p.reference order by e.id) as events
    from payouts p where p.reference = any ($1)`,
    [[...played.accepted.keys()]],
  );
  const line = report.lines.get(name) ?? { payouts: 0, outcomes: new Map<string, number>(), violations: 0 };
  report.lines.set(name, line);
  const where = Object.entries(at).map(
    ([kind, all]) => `${kind}: ${all.map((each) => each.name).join(", ")}`,
  );
  const violate = (what: string) => {
    line.violations += 1;
    report.violations.push(`${what} (${where.join("; ")})`);
  };
  for (const refusal of played.refused) violate(refusal);
  for (const row of rows) {
    const { outcome, violations } = judgePayout(row, lane, played.told);
    line.payouts += 1;
    line.outcomes.set(outcome, (line.outcomes.get(outcome) ?? 0) + 1);
    for (const what of violations) violate(`${row.reference} ${what}`);
    const amount = played.accepted.get(row.reference);
    if (Number(row.amount) !== amount) violate(`${row.reference} is of ${row.amount}, not ${amount}`);
  }
}
