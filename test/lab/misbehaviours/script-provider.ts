import type { Random } from "../random.ts";
import {
  kindsOfQuestions,
  type LiveProvider,
  type Misbehaviour,
  type Mood,
  type Status,
} from "./misbehaviour.ts";
import type { Notices } from "./start-notices.ts";

/** The statuses that a provider reported for each transfer, in order, as far as the caller received them. */
export type Told = Map<string, Status[]>;

export type Script = {
  told: Told;
  /** Carries out deferred things: late transfers, and some status changes. */
  moveOn(): Promise<void>;
  /** Makes it behave from now on. */
  behave(): void;
  /** Carries out everything that is due. */
  catchUp(): Promise<void>;
};

/** Makes a provider misbehave in these ways, at random, until `behave`. */
export function scriptProvider(
  provider: LiveProvider,
  misbehaviours: readonly Misbehaviour[],
  { notices, random }: { notices: Notices; random: Random },
): Script {
  const told: Told = new Map();
  const asked = new Map<string, number>();
  const turns = new Map<string, Status[]>();
  let isHeard = true;
  const offered = <Key extends "mood" | "lagMs" | "turn" | "says" | "notifying">(key: Key) =>
    misbehaviours.flatMap((each) => (each[key] === undefined ? [] : [each[key]]));

  function notify(reference: string): void {
    const how = offered("notifying");
    const { status } = provider.transfers.get(reference)!;
    notices.send({ reference, status }, how.length > 0 ? random.pick(how) : "once");
  }

  /** A transfer's next status change. */
  function turn(reference: string): void {
    const next = turns.get(reference)?.shift();
    if (next === undefined) return;
    provider.transfers.get(reference)!.status = next;
    notify(reference);
  }

  function moodOf(kind: string, reference: string | undefined): Mood | undefined {
    const question = kindsOfQuestions[kind];
    if (question === undefined) return undefined;
    const key = `${question} ${reference}`;
    const nth = (asked.get(key) ?? 0) + 1;
    asked.set(key, nth);
    const moods = misbehaviours
      .map(({ mood }) => mood?.({ kind: question, nth }, random))
      .filter((mood) => mood !== undefined);
    const drawn = moods.length > 0 ? random.pick(moods) : undefined;
    // Its report follows at once.
    isHeard = drawn === undefined || !unheard.includes(drawn);
    return drawn;
  }

  /** Carries out what it never responded to. */
  function carryOutLate(): void {
    isHeard = false;
    provider.catchUp();
    isHeard = true;
  }

  provider.hooks.mood = moodOf;
  provider.hooks.lagMs = (bank) => Math.max(0, ...offered("lagMs").map((lagMs) => lagMs(bank, random)));
  provider.hooks.says = (reference, status) => {
    const before = told.get(reference) ?? [];
    const said = offered("says").reduce((word, says) => says(word, before), status);
    if (isHeard) told.set(reference, [...before, said]);
    // Its status may change right after the first answer.
    if (turns.has(reference) && random.next() < 0.5) setImmediate(turn, reference);
    return said;
  };
  provider.hooks.made = (reference) => {
    const transfer = provider.transfers.get(reference)!;
    const drawn = random.next() < 0.6 ? offered("turn") : [];
    const path = drawn.length > 0 ? pathOf(drawn, random) : [];
    if (path.length > 0) transfer.status = path.shift()!;
    else if (transfer.status === "pending") path.push("succeeded");
    turns.set(reference, path);
    notify(reference);
  };
  for (const { begin } of misbehaviours) begin?.(provider);

  return {
    told,
    async moveOn() {
      carryOutLate();
      for (const reference of turns.keys()) if (random.next() < 0.5) turn(reference);
    },
    behave() {
      provider.hooks.mood = () => undefined;
      provider.hooks.lagMs = () => 0;
      provider.hooks.says = (reference, status) => {
        if (isHeard) told.set(reference, [...(told.get(reference) ?? []), status]);
        return status;
      };
      isHeard = true;
      for (const misbehaviour of misbehaviours) misbehaviour.end?.(provider);
    },
    async catchUp() {
      carryOutLate();
      for (const [reference, path] of turns) while (path.length > 0) turn(reference);
      await notices.catchUp();
    },
  };
}

/** A transfer's statuses, by one of these turns, or by two where one begins with the other's end. */
function pathOf(turns: NonNullable<Misbehaviour["turn"]>[], random: Random): Status[] {
  const first = random.pick(turns);
  const second = turns.find(({ from }) => from === first.to);
  return second !== undefined && random.next() < 0.5
    ? [first.from, first.to, second.to]
    : [first.from, first.to];
}

/** After these, its report did not arrive. */
const unheard: Mood[] = ["stall", "drop", "break", "not found yet"];
