import type { Random } from "../random.ts";
import type { Monnify } from "../../gateways/monnify/start-monnify.ts";
import type { Paystack } from "../../gateways/paystack/start-paystack.ts";

export type LiveProvider = Paystack | Monnify;
export type Status = "pending" | "succeeded" | "failed" | "reversed";

/** How both servers can mishandle a request: see Misbehaviour of start-provider.ts. */
export type Mood =
  "refuse" | "drop" | "unavailable" | "break" | "hang" | "late" | "stall" | "rate limited" | "not found yet";

/**
 * A request to a provider. "opening": what must precede a transfer (a recipient at Paystack, a login at Monnify).
 * `nth`: how often this was requested for this transfer, from 1.
 */
export type Question = { kind: "opening" | "transfer" | "find"; nth: number };

/** By the servers' names. No other request, such as for names and credits, misbehaves. */
export const kindsOfQuestions: Record<string, Question["kind"] | undefined> = {
  recipient: "opening",
  login: "opening",
  transfer: "transfer",
  find: "find",
};

/** How a provider sends its notices: see startNotices(). */
export type Notifying = "once" | "twice" | "late" | "out of order" | "never";

/** One way to misbehave. Each is a file of kinds/, listed by being there. */
export type Misbehaviour = {
  /** Its name in the table. */
  name: string;
  /** How it treats a request; undefined: correctly. */
  mood?(question: Question, random: Random): Mood | undefined;
  /** How many milliseconds it delays the response after carrying out the request. */
  lagMs?(bankCode: string, random: Random): number;
  /** A later change of a transfer's status. */
  turn?: { from: Status; to: Status };
  /** The status it reports for a transfer with this one, after reporting `told` before. */
  says?(status: Status, told: readonly Status[]): Status;
  notifying?: Notifying;
  /** Starts any other misbehaviour; `end` ends it. */
  begin?(provider: LiveProvider): void;
  end?(provider: LiveProvider): void;
};

/** An ample float, in kobo. */
export const ENOUGH = 1_000_000_000_000;
/** One of two banks whose code is the same everywhere. */
export const SLOW_BANK = "058";
