import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { signProviderBody } from "../../../helpers/outside/sign-provider-body.ts";
import {
  startProvider,
  type Kind,
  type Misbehaviour,
  type Provider,
} from "../../../gateways/http/start-provider.ts";
import type { Random } from "../../random.ts";
import { tryToSend } from "../../client/send.ts";

/** The bank's misbehaviours, as percentages of requests while faults are injected. */
const moods: [Misbehaviour, number][] = [
  ["refuse", 3],
  ["unavailable", 3],
  ["drop", 3],
  ["break", 3],
  ["hang", 1],
  ["late", 1],
  ["half a response", 1],
  ["a web page", 1],
  ["still pending", 3],
];
/** What becomes of payouts to these accounts, whatever the mood; to all others they succeed. */
export const outcomes = {
  "2000000001": "succeeded",
  "2000000002": "failed",
  "2000000003": "succeeded",
} as const;
export type AccountNumber = keyof typeof outcomes;
export const accounts = Object.keys(outcomes) as AccountNumber[];
/** Longer than a worker waits: a late transfer is carried out after the worker's timeout. */
const LATE_MS = 7_000;
/** The percentage of notifications that the bank sends twice. */
const TWICE = 20;

/** Incoming money at the bank, reported until the platform acknowledges it. */
type Paid = { id: string; recipient: string; amount: { value: number; currency: string } };

export type Bank = AsyncDisposable & {
  provider: Provider;
  /** The secret that signs its notifications. */
  notificationSecret: string;
  /** Everything that was paid, by the bank's id. */
  paid: Map<string, Paid>;
  /** The ids that the platform has acknowledged. */
  acknowledged: Set<string>;
  /** A payment. The notification comes late, twice, out of order, and until it is acknowledged. */
  payIn(recipient: string, amount: Paid["amount"], random: Random): void;
  /** Whether it misbehaves at all. */
  setFaulty(isFaulty: boolean): void;
};

/**
 * The live provider, which keeps its own books and misbehaves as far as the documented protocol allows, this many times
 * as often as in `moods`.
 */
export async function startBank(
  random: Random,
  misbehaves: number,
  ingressUrls: () => string[],
): Promise<Bank> {
  let isFaulty = false;
  const provider = await startProvider((kind) => (isFaulty ? drawMood(kind, misbehaves, random) : undefined));
  provider.outcomes.set("2000000002" satisfies AccountNumber, {
    status: "failed",
    failure: { code: "ACCOUNT_CLOSED", message: "The account is closed." },
  });
  const notificationSecret = randomUUID().repeat(2);
  const paid: Bank["paid"] = new Map();
  const acknowledged: Bank["acknowledged"] = new Set();
  const catchingUp = setInterval(() => provider.catchUp(), LATE_MS);
  const ending = new AbortController();

  async function notify(credit: Paid, from: Random): Promise<void> {
    while (!ending.signal.aborted) {
      if (isFaulty) await sleep(from.between(0, 3_000));
      const urls = ingressUrls();
      const body = JSON.stringify({ ...credit, payer: { name: "BISI ADE" } });
      const headers = {
        "content-type": "application/json",
        "x-provider-signature": signProviderBody(notificationSecret, body),
      };
      const url = `${from.pick(urls)}/v1/provider/credits`;
      const response = await tryToSend(url, { headers, body }, { patienceMs: 15_000 });
      if (response?.status === 200) return void acknowledged.add(credit.id);
      if (response !== undefined && response.status < 500 && response.status !== 429)
        throw new Error(`a notification was refused: ${response.status} ${response.text}`);
      await sleep(500);
    }
  }

  return {
    provider,
    notificationSecret,
    paid,
    acknowledged,
    payIn(recipient, amount, from) {
      const credit = { id: randomUUID(), recipient, amount };
      paid.set(credit.id, credit);
      void notify(credit, from);
      if (from.between(0, 100) < TWICE) void notify(credit, from);
    },
    setFaulty(next) {
      isFaulty = next;
      if (!next) provider.catchUp();
    },
    [Symbol.asyncDispose]: async () => {
      ending.abort();
      clearInterval(catchingUp);
      await provider[Symbol.asyncDispose]();
    },
  };
}

function drawMood(kind: Kind, misbehaves: number, random: Random): Misbehaviour | undefined {
  let drawn = random.between(0, 100 / misbehaves);
  for (const [mood, share] of moods) {
    drawn -= share;
    if (drawn < 0)
      return mood === "still pending" && kind !== "transfer" && kind !== "find" ? undefined : mood;
  }
  // The bank denies a transfer that it has. A worker that believed it would send the money twice.
  return kind === "find" && drawn < 5 ? "not found yet" : undefined;
}
