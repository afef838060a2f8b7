import fc from "fast-check";
import { describe } from "vitest";
import { payoutPurposes } from "../../sql/payouts/payout-json.ts";
import { test } from "../helpers/test.ts";
import { endMonths } from "./end-months.ts";
import { expectRules, expectSoundBooks } from "./ledger-rules.ts";
import { createWorld, finishWork, run } from "./ledger-commands.ts";
import { shortenSlices } from "./batch-commands.ts";
import type { Command } from "./ledger-world.ts";

/** A busy machine does fewer runs instead of taking longer. */
const TIME_LIMIT_MS = 20_000;

/** How many runs there are instead, however long they take: FUZZ_LEDGER=10000 npx vitest run ledger-properties */
const RUNS = Number(process.env["FUZZ_LEDGER"] ?? 0);
/** Each database has so many runs, since every step checks the whole of it. */
const BATCH = 20;
const batches = Array.from({ length: Math.max(1, Math.ceil(RUNS / BATCH)) }, (_, batch) => batch + 1);
/** Then only every fifth step is checked, and the end: checks took half of the time. */
const CHECK_EVERY = RUNS > 0 ? 5 : 1;
const limits =
  RUNS > 0 ? { numRuns: BATCH, endOnFailure: true } : { numRuns: 60, interruptAfterTimeLimit: TIME_LIMIT_MS };

type Name = Command["do"];
type Of<Do extends Name> = Extract<Command, { do: Do }>;
type Values<Do extends Name> = { [Value in Exclude<keyof Of<Do>, "do">]: fc.Arbitrary<Of<Do>[Value]> };

const on = fc.nat(7);
const times = fc.integer({ min: 1, max: 3 });
/** Even, so that two halves are exactly the whole. */
const amount = fc.integer({ min: 50, max: 2_000 }).map((half) => half * 2);

/** At the edges of each price and of stamp duty; some are more than there is. */
const payoutAmount = fc.oneof(
  fc.constantFrom(500_000, 500_001, 999_999, 1_000_000, 5_000_000, 5_000_001),
  fc.integer({ min: 100, max: 2_000_000 }),
);

const values: { [Do in Name]: Values<Do> } = {
  "expect payment": { on, amount },
  pay: {
    on,
    part: fc.constantFrom("all", "half", "more"),
    reports: times,
    settle: fc.boolean(),
    currency: fc.constantFrom("NGN", "NGN", "NGN", "NGN", "USD"),
    daysAgo: fc.constantFrom(0, 0, 1, 40),
  },
  // At the edge of stamp duty, which the merchant owes if it goes back.
  "pay again": { on, amount: fc.constantFrom(5_000, 999_999, 1_000_000, 2_000_000) },
  "pay nobody": { on },
  settle: { on },
  resolve: { on: fc.nat(40), how: fc.constantFrom("release", "refund"), for: on },
  accept: { on: fc.nat(40), as: fc.option(fc.nat(3), { nil: undefined }) },
  return: { on: fc.nat(40), times },
  // Past an account's half hour, past the day after it, past all that is kept.
  "pass time": { on, minutes: fc.constantFrom(31, 1_441, 260_000) },
  "reach midnight": { on, isThere: fc.boolean() },
  reopen: { on, amount },
  sell: { on, amount },
  buy: { on, payers: times, pay: times },
  "expect crypto": { on, amount },
  "pay crypto": { on, transaction: fc.nat(1), confirmed: fc.boolean() },
  "pay out": {
    on,
    key: fc.nat(3),
    amounts: fc.array(payoutAmount, { minLength: 1, maxLength: 3 }),
    purpose: fc.constantFrom(...payoutPurposes),
    times,
  },
  "create batch": {
    on,
    // Small enough for several.
    amounts: fc.array(
      fc.oneof(fc.constantFrom(500_001, 1_000_000), fc.integer({ min: 100, max: 1_000_000 })),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
    purpose: fc.constantFrom(...payoutPurposes),
  },
  "start batch": { on },
  "cancel batch": { on },
  "send batch": { on, outcome: fc.constantFrom("succeeded", "failed", "failed") },
  "work on batches": { on },
  "end batches": { on },
  refund: {
    on,
    of: fc.nat(3),
    key: fc.nat(5),
    // Without one, all that is left.
    amount: fc.constantFrom(undefined, undefined, 100, 999_999, 1_000_000, 7_500_000),
    times,
  },
  "set destination": { on },
  "set policy": {
    on,
    amountMax: fc.constantFrom(undefined, 0, 1_000, 999_999),
    newDestinations: fc.boolean(),
  },
  "decide approval": { on: fc.nat(20), approves: fc.boolean() },
  "send payout": { on },
  "poll payout": { on },
  "cancel payout": { on },
  "finish payout": { on, claim: fc.nat(2), outcome: fc.constantFrom("succeeded", "failed", "reversed") },
  "decide payout": { on, outcome: fc.constantFrom("succeeded", "failed") },
  "refund charges": { on, kinds: fc.subarray(["service", "vat", "stamp_duty"], { minLength: 1 }) },
  "withdraw exemption": { on },
  "remit tax": {
    on,
    key: fc.nat(3),
    kind: fc.constantFrom("vat", "stamp_duty"),
    amount: fc.constantFrom(75, 188, 5_000),
  },
  "end month": { on },
  "sum days": { on },
  "check identity": { on, times },
  "let identity grow old": { on },
  "resolve identity": { on, status: fc.constantFrom("found", "not_found", "unavailable") },
};

/** What a story is about, with the weight of each command. A story about everything seldom gets far. */
const themes: Partial<Record<Name, number>>[] = [
  {
    "expect payment": 2,
    pay: 9,
    "pay nobody": 1,
    settle: 5,
    resolve: 2,
    accept: 4,
    "pass time": 3,
    "reach midnight": 2,
    reopen: 5,
  },
  { sell: 3, buy: 6, pay: 4, settle: 2, resolve: 1, accept: 2, "pass time": 1, reopen: 2 },
  { "expect crypto": 2, "pay crypto": 6, settle: 1, resolve: 1, accept: 1 },
  {
    "pay out": 5,
    "send payout": 8,
    "poll payout": 5,
    "cancel payout": 2,
    "finish payout": 12,
    "decide payout": 5,
    "pass time": 1,
    "reach midnight": 2,
    "sum days": 1,
  },
  {
    "pay out": 6,
    "send payout": 8,
    "finish payout": 12,
    "decide payout": 4,
    "refund charges": 6,
    "withdraw exemption": 1,
    "remit tax": 3,
    "end month": 2,
    "sum days": 1,
  },
  {
    "expect payment": 2,
    pay: 3,
    refund: 8,
    "set destination": 5,
    "send payout": 8,
    "poll payout": 2,
    "cancel payout": 2,
    "finish payout": 12,
    "decide payout": 5,
    "refund charges": 2,
    "pass time": 1,
    "sum days": 1,
  },
  {
    "expect payment": 1,
    pay: 2,
    "pay again": 6,
    "pass time": 1,
    return: 8,
    accept: 4,
    resolve: 1,
    "set destination": 3,
    "send payout": 8,
    "cancel payout": 1,
    "finish payout": 10,
    "decide payout": 7,
    "refund charges": 1,
  },
  {
    "set policy": 4,
    "pay out": 5,
    refund: 4,
    "expect payment": 2,
    pay: 4,
    settle: 2,
    accept: 4,
    "set destination": 3,
    "decide approval": 12,
    "cancel payout": 2,
    "send payout": 6,
    "finish payout": 6,
    "pass time": 1,
  },
  {
    "create batch": 3,
    "start batch": 8,
    "cancel batch": 1,
    "send batch": 6,
    "work on batches": 6,
    "end batches": 4,
    "set policy": 1,
    "decide approval": 3,
    "send payout": 4,
    "finish payout": 5,
    "poll payout": 1,
    "cancel payout": 1,
    "decide payout": 3,
    "refund charges": 1,
    "withdraw exemption": 1,
    "pass time": 1,
    "sum days": 1,
  },
  { "check identity": 5, "let identity grow old": 3, "resolve identity": 6, "pass time": 1 },
];
const everything = Object.assign({}, ...themes) as (typeof themes)[number];

function command(name: Name): fc.Arbitrary<Command> {
  const shape = { do: fc.constant(name), ...values[name] };
  return fc.record(shape, { noNullPrototype: true }) as fc.Arbitrary<Command>;
}

/** Steps that follow one another; the commands of one step run at once. */
function story(theme: (typeof themes)[number]): fc.Arbitrary<Command[][]> {
  const commands = Object.entries(theme).map(([name, weight]) => ({
    weight,
    arbitrary: command(name as Name),
  }));
  const step = fc.array(fc.oneof(...commands), { minLength: 1, maxLength: 5 });
  return fc.array(step, { minLength: 8, maxLength: 25 });
}

/** Payouts go through the most. */
const stories = fc.oneof(
  ...[
    everything,
    everything,
    themes[0]!,
    themes[3]!,
    themes[4]!,
    themes[4]!,
    themes[5]!,
    themes[6]!,
    themes[7]!,
    themes[8]!,
  ]
    .concat(themes)
    .map(story),
);

describe("the ledger", () => {
  const title = "accounts for all money, in any order of concurrent operations: batch %i";
  test.concurrent.for(batches)(title, { timeout: 900_000 }, async (_batch, { database, databaseUrl }) => {
    await shortenSlices({ database });
    const accounts = fc.asyncProperty(stories, async (steps) => {
      const world = await createWorld(database, databaseUrl);
      for (const [nth, commands] of steps.entries()) {
        await Promise.all(commands.map((step) => run(world, step)));
        await endMonths(world);
        if (nth % CHECK_EVERY === 0) await expectSoundBooks(world, nth);
      }
      await finishWork(world);
      await expectSoundBooks(world, steps.length);
      await expectRules(world);
    });
    await fc.assert(accounts, limits);
  });
});
