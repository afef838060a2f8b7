import { setTimeout as sleep } from "node:timers/promises";
import { buildStaleWidget } from "../../../scripts/build/build-widget.ts";
import { startPrometheus, readRules, type Prometheus } from "../faults/platform/start-prometheus.ts";
import { readFolder } from "../read-folder.ts";
import type { Findings } from "../report.ts";
import { heldAfter } from "./held-after.ts";
import type { Incident, Stage } from "./incident.ts";
import { startStage } from "./start-stage.ts";

export type Settings = {
  /** The names of the incidents; all unless given. */
  only?: string[];
  /** What the terms after which alerts fire are divided by. */
  hurry: number;
  /** Platforms side by side. */
  lanes: number;
};

/** When somebody has to know. */
const WITHIN_S = 300;
const LOOK_MS = 500;

type Named = Incident & { name: string };
type Outcome = { name: string; cells: string[]; violation?: string };

/** All incidents, each by its file's name. */
export async function readIncidents(): Promise<Named[]> {
  const files = await readFolder<Incident>(new URL("./incidents/", import.meta.url), "incident");
  return [...files].map(([name, incident]) => ({ name, ...incident }));
}

/**
 * Plays incidents: those that leave each other alone at once, all others one after the other. A violation is one that
 * nobody is told of within five minutes, and one without an alert that stops payouts.
 */
export async function runIncidents(
  { only, hurry, lanes }: Settings,
  tell: (line: string) => void,
): Promise<Findings> {
  const all = (await readIncidents()).filter(({ name }) => only?.includes(name) ?? true);
  const together = all.filter(({ isAlone }) => isAlone !== true);
  const groups = [together, ...all.filter(({ isAlone }) => isAlone).map((one) => [one])].filter(
    (group) => group.length > 0,
  );
  const terms = readTerms(await readRules());
  const outcomes: Outcome[] = [];
  await buildStaleWidget();
  const runLane = async () => {
    await using stage = await startStage(hurry);
    for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
      tell(`${outcomes.length} of ${all.length} played; now ${group.map(({ name }) => name).join(", ")}`);
      // A new one each time: what it saw before is over.
      await using prometheus = await startPrometheus(stage.platform.metricsPorts, hurry);
      await prometheus.untilScraped();
      const playing = group.map((one) => playOne(one, { stage, prometheus, terms, hurry }));
      outcomes.push(...(await Promise.all(playing)));
      // What comes next begins with a platform that works.
      if (groups.length > 0) await stage.recover();
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, groups.length) }, runLane));
  outcomes.sort((one, other) => one.name.localeCompare(other.name));
  const told = outcomes.flatMap(({ cells, violation }) => (violation === undefined ? [cells] : []));
  return {
    tables: [{ head: ["incident", "what happens", "told by", "held after", "told after"], rows: told }],
    notes: [
      `The terms of alerts (for) were divided by ${hurry}; "told after" counts them in full. Prometheus scraped and ` +
        "evaluated every 5 s; with the 15 s of docs/operating/incidents.md it is up to 20 s later.",
    ],
    violations: outcomes.flatMap(({ violation }) => violation ?? []),
  };
}

type Playing = { stage: Stage; prometheus: Prometheus; terms: Map<string, number>; hurry: number };

async function playOne(incident: Named, { stage, prometheus, terms, hurry }: Playing): Promise<Outcome> {
  const { name, what, told } = incident;
  const fail = (why: string): Outcome => ({ name, cells: [], violation: `${name}: ${why}` });
  const brokenAt = Date.now();
  try {
    const mend = await incident.play(stage);
    try {
      if ("page" in told) return { name, cells: [name, what, `needs none: ${told.page}`, "", ""] };
      const { alert } = told;
      const term = terms.get(alert);
      if (term === undefined) return fail(`there is no alert ${alert}`);
      for (;;) {
        const heldSince = (await prometheus.findFiring()).get(alert);
        const heldS = heldAfter(brokenAt, heldSince, { termS: term, hurry });
        if (heldS + term > WITHIN_S) return fail(`${alert} did not tell it within ${WITHIN_S} s`);
        if (heldSince !== undefined)
          return {
            name,
            cells: [name, what, alert, `${heldS.toFixed(0)} s`, `${(heldS + term).toFixed(0)} s`],
          };
        await sleep(LOOK_MS);
      }
    } finally {
      await mend();
    }
  } catch (error) {
    return fail((error as Error).message);
  }
}

/** Each alert's term (`for`) in seconds. */
function readTerms(rules: string): Map<string, number> {
  const alerts = rules.split("- alert: ").slice(1);
  return new Map(
    alerts.map((text) => [/^\w+/.exec(text)![0], Number(/^ +for: (\d+)s$/m.exec(text)?.[1] ?? 0)]),
  );
}
