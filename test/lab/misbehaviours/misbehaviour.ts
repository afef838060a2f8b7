import type { Random } from "../random.ts";
import type { Monnify } from "../../gateways/monnify/start-monnify.ts";
import type { Paystack } from "../../gateways/paystack/start-paystack.ts";

export type LiveProvider = Paystack | Monnify;
export type Status = "pending" | "succeeded" | "failed" | "reversed";

/** What both servers can do badly when they are asked something: see Misbehaviour of start-provider.ts. */
export type Mood =
  "refuse" | "drop" | "unavailable" | "break" | "hang" | "late" | "stall" | "rate limited" | "not found yet";

/**
 * What a provider is asked. "opening": what comes before a transfer, without which there is none (a recipient at
 * Paystack, a login at Monnify). `nth`: how often this was asked about this transfer, from 1.
 */
export type Question = { kind: "opening" | "transfer" | "find"; nth: number };

/** By what the servers call it. Of all else, such as names and credits, none misbehaves. */
export const kindsOfQuestions: Record<string, Question["kind"] | undefined> = {
  recipient: "opening",
  login: "opening",
  transfer: "transfer",
  find: "find",
};

/** How a provider sends its notices: see startNotices(). */
export type Notifying = "once" | "twice" | "late" | "out of order" | "never";

/** One way in which a provider misbehaves. Each is a file of kinds/, and is found by being there. */
export type Misbehaviour = {
  /** As the table calls it. */
  name: string;
  /** How it treats a question; undefined: well. */
  mood?(question: Question, random: Random): Mood | undefined;
  /** For how many milliseconds it keeps its response to itself, having done what it was asked. */
  lagMs?(bankCode: string, random: Random): number;
  /** What becomes of a transfer after it was this. */
  turn?: { from: Status; to: Status };
  /** What it says of a transfer that has this status, of which it has said `told` before. */
  says?(status: Status, told: readonly Status[]): Status;
  notifying?: Notifying;
  /** Makes it misbehave in any other way; `end` makes it behave again. */
  begin?(provider: LiveProvider): void;
  end?(provider: LiveProvider): void;
};

/** What it has of money while it has enough, in kobo. */
export const ENOUGH = 1_000_000_000_000;
/** One of two banks, whose code is the same everywhere. */
export const SLOW_BANK = "058";
