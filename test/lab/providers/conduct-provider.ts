import { createRandom } from "../random.ts";
import {
  kindsOfQuestions,
  type LiveProvider,
  type Misbehaviour,
  type Status,
} from "../misbehaviours/misbehaviour.ts";
import { forgetOldest } from "../../helpers/outside/forget-oldest.ts";
import { inNigeria } from "../../helpers/outside/write-statements.ts";
import { transferNotice } from "../../helpers/outside/sign-notice.ts";

/** The delay of notices. */
const NOTICE_AFTER_MS = 300;
/** The delay of late actions. */
const LATE_AFTER_MS = 10_000;

/** A payer's transfer to an account, with the provider's id and status. */
export type Paid = { accountNumber: string; amountKobo: number; transaction: string; status: string };

export type Conducted = {
  provider: LiveProvider;
  /** The present misbehaviour's name; null: none. */
  misbehaviour: () => string | null;
  /** Sets its misbehaviour, replacing another, until it must behave. */
  misbehave: (how: Misbehaviour) => void;
  behave: () => void;
  /** Pays kobo into one of its accounts, which it reports. */
  pay: (accountNumber: string, amountKobo: number) => Paid;
  /** Changes the status of one of its transfers, which it reports. */
  turn: (reference: string, status: Status) => void;
  /** Cancels everything planned. */
  stop: () => void;
};

/**
 * Runs a provider: it notifies the service with `send`, and misbehaves as set. It remembers the newest `keep`
 * transfers.
 */
export function conductProvider(
  provider: LiveProvider,
  { send, keep }: { send: (notice: object) => void; keep: number },
): Conducted {
  const random = createRandom(Date.now());
  const timers = new Set<NodeJS.Timeout>();
  /** For the present misbehaviour, by transfer: how often it was requested, and the reported statuses. */
  const asked = new Map<string, number>();
  const told = new Map<string, Status[]>();
  const newestFirst: object[] = [];
  let current: Misbehaviour | undefined;

  function later(milliseconds: number, act: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, milliseconds);
    timers.add(timer);
  }

  function tell(notice: object): void {
    const how = current?.notifying ?? "once";
    if (how === "never") return;
    if (how === "out of order") {
      newestFirst.unshift(notice);
      return later(LATE_AFTER_MS, () => newestFirst.splice(0).forEach(send));
    }
    later(how === "late" ? LATE_AFTER_MS : NOTICE_AFTER_MS, () => send(notice));
    if (how === "twice") later(NOTICE_AFTER_MS, () => send(notice));
  }

  function turn(reference: string, status: Status): void {
    const transfer = provider.transfers.get(reference);
    if (transfer === undefined) return;
    transfer.status = status;
    if (status !== "pending") tell(transferNotice(provider, { reference, status }));
  }

  provider.hooks.mood = (kind: string, reference: string | undefined) => {
    const question = kindsOfQuestions[kind];
    if (question === undefined || current?.mood === undefined) return undefined;
    const key = `${question} ${reference}`;
    const nth = (asked.get(key) ?? 0) + 1;
    asked.set(key, nth);
    forgetOldest(asked, keep);
    const mood = current.mood({ kind: question, nth }, random);
    if (mood === "late") later(LATE_AFTER_MS, provider.catchUp);
    return mood;
  };
  provider.hooks.lagMs = (bankCode) => current?.lagMs?.(bankCode, random) ?? 0;
  provider.hooks.says = (reference, status) => {
    const before = told.get(reference) ?? [];
    const said = current?.says?.(status, before) ?? status;
    if (!before.includes(said)) told.set(reference, [...before, said]);
    forgetOldest(told, keep);
    return said;
  };
  provider.hooks.made = (reference) => {
    const change = current?.turn;
    if (change !== undefined) later(LATE_AFTER_MS, () => turn(reference, change.to));
    turn(reference, change?.from ?? provider.transfers.get(reference)!.status);
  };

  function behave(): void {
    current?.end?.(provider);
    current = undefined;
    asked.clear();
    told.clear();
  }

  return {
    provider,
    behave,
    turn,
    misbehaviour: () => current?.name ?? null,
    misbehave(how) {
      behave();
      current = how;
      how.begin?.(provider);
    },
    pay(accountNumber, amountKobo) {
      const { transaction, notice } = provider.payments.pay(accountNumber, BigInt(amountKobo));
      const now = new Date().toISOString();
      const payment = provider.payments.transactions.get(transaction)!;
      Object.assign(payment, { paidAt: now, paidOn: inNigeria(now) });
      const { status, paid } = payment;
      // Paystack returns any other amount than the requested one to the payer, and reports nothing.
      if (paid > 0n) tell(notice);
      return { accountNumber, amountKobo, transaction, status };
    },
    stop: () => timers.forEach((timer) => clearTimeout(timer)),
  };
}
