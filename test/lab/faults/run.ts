import type { Client } from "../client/careful-client.ts";
import type { Platform } from "./platform/start-platform.ts";
import type { Random } from "../random.ts";

/** What loads, faults and checks are given. */
export type Run = {
  platform: Platform;
  client: Client;
};

/** A kind of work that merchants give the platform. Each is a file of loads/, and is found by being there. */
export type Load = {
  name: string;
  /** How often it acts for each payout that is sent. */
  share: number;
  start(run: Run): Promise<RunningLoad>;
};

export type RunningLoad = {
  /** One operation, repeated as a careful merchant does until its outcome is known. */
  act(random: Random): Promise<void>;
  /** How many things were accepted that no worker has begun: none 15 s after the last fault. */
  countWaiting?(): number;
  /** How many things are not over yet. The run waits until there are none, within a limit. */
  countUnfinished(): Promise<number>;
  /** What differs between what clients were told, what the provider did and what the database says; in words. */
  findViolations(): Promise<string[]>;
};

/** Something that goes wrong. Each is a file of faults/, and is found by being there. */
export type Fault = {
  name: string;
  /** How often it is drawn in comparison with the others. */
  weight: number;
  /** Why it cannot be played on this machine; undefined where it can. */
  unavailable?(platform: Platform): string | undefined;
  /** Plays it once, and resolves when it is over. Returns what was hit, for the report. */
  play(platform: Platform, random: Random): Promise<string>;
};

/** What must hold after a run, of all loads together. Each is a file of checks/, and is found by being there. */
export type Check = {
  name: string;
  /** Called before there is load, where something has to be watched all the time. */
  watch?(run: Run): Promise<void>;
  /** What is wrong, in words. */
  find(run: Run): Promise<string[]>;
};

/** What the absence of a guard shows itself by. */
export type ViolationCode =
  | "EVENT_LOST"
  | "EVENT_REPEATED"
  | "JOBS_LOCKED"
  | "KEY_MADE_SEVERAL"
  | "KEY_REUSED"
  | "NEEDS_REVIEW"
  | "NEVER_SENT"
  | "OVERDRAWN"
  | "RESULT_NOT_FOUND"
  | "REVERSAL_CONTRADICTED"
  | "SENT_AGAIN"
  | "UNTOLD"
  | "WORK_NOT_FOUND"
  | "WRITE_LOST";

/** A violation that begins with its code. */
export const coded = (code: ViolationCode, words: string) => `${code}: ${words}`;

/** Something that keeps money safe, and how it is broken. Each is a file of guards/, and is found by being there. */
export type Guard = {
  name: string;
  /** Each text stands in its file exactly once: where it does not, the guard has moved, and this has to follow. */
  edits: { file: string; from: string; to: string }[];
  /** What its absence causes. Other violations, such as a slow recovery, do not show that it is missing. */
  shownBy: ViolationCode[];
  /** What brings its absence out fast, as on the command line: faults that it protects from, the work that needs it. */
  options: Record<string, string>;
};
