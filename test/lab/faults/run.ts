import type { Client } from "../client/careful-client.ts";
import type { Platform } from "./platform/start-platform.ts";
import type { Random } from "../random.ts";

/** What loads, faults and checks get. */
export type Run = {
  platform: Platform;
  client: Client;
};

/** A kind of work for the platform. Each is a file of loads/, listed by being there. */
export type Load = {
  name: string;
  /** How often it acts per payout sent. */
  share: number;
  start(run: Run): Promise<RunningLoad>;
};

export type RunningLoad = {
  /** One operation, repeated as a careful merchant does until its outcome is known. */
  act(random: Random): Promise<void>;
  /** How many things were accepted that no worker has started: none 15 s after the last fault. */
  countWaiting?(): number;
  /** How many things are unfinished. The run waits until there are none, within a limit. */
  countUnfinished(): Promise<number>;
  /** The differences between clients' responses, the provider's actions and the database, as text. */
  findViolations(): Promise<string[]>;
};

/** A fault. Each is a file of faults/, listed by being there. */
export type Fault = {
  name: string;
  /** Its relative frequency. */
  weight: number;
  /** Why this machine cannot inject it; undefined if it can. */
  unavailable?(platform: Platform): string | undefined;
  /** Injects it once, and resolves when it is over. Returns its target, for the report. */
  play(platform: Platform, random: Random): Promise<string>;
};

/** What must hold after a run, for all loads together. Each is a file of checks/, listed by being there. */
export type Check = {
  name: string;
  /** Called before the load, to watch something throughout. */
  watch?(run: Run): Promise<void>;
  /** What is wrong, as text. */
  find(run: Run): Promise<string[]>;
};

/** The symptoms of a missing guard. */
export type ViolationCode =
  | "EVENT_LOST"
  | "EVENT_REPEATED"
  | "JOBS_LOCKED"
  | "KEY_MADE_SEVERAL"
  | "KEY_REUSED"
  | "NEEDS_REVIEW"
  | "NEVER_SENT"
  | "OVERDRAWN"
  | "REFUNDED_TWICE"
  | "RESULT_NOT_FOUND"
  | "REVERSAL_CONTRADICTED"
  | "SENT_AGAIN"
  | "UNTOLD"
  | "WENT_TWO_WAYS"
  | "WORK_NOT_FOUND"
  | "WRITE_LOST";

/** A violation that begins with its code. */
export const coded = (code: ViolationCode, words: string) => `${code}: ${words}`;

/** Something that keeps money safe, and how to break it. Each is a file of guards/, listed by being there. */
export type Guard = {
  name: string;
  /** Each text is in its file exactly once. If not, the guard has moved, and this must follow. */
  edits: { file: string; from: string; to: string }[];
  /** The symptoms of its absence. Other violations, such as a slow recovery, prove nothing. */
  shownBy: ViolationCode[];
  /** The options that show its absence fast: faults against which it protects, and the work that needs it. */
  options: Record<string, string>;
};
