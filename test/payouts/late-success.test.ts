import { pino } from "pino";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { finishPayouts, reroutePayout } from "../helpers/worker-steps.ts";
import { claimPayoutConfirmation, type ClaimedPayout, type PayoutEnd } from "../../sql/payouts/payouts.ts";
import { decidePayout } from "../../sql/payouts/decisions.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { executePayout } from "../../workers/payouts/execute-payout.ts";
import { startPaystack, type Paystack } from "../gateways/paystack/start-paystack.ts";
import { startProvider, type Provider } from "../gateways/http/start-provider.ts";
import { balancesOf, ledgerDrift } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { acceptLivePayout, contextWith } from "./accept-live-payout.ts";
import { findPayout, letPollBecomeDue } from "./accept-test-payouts.ts";

type Payout = Awaited<ReturnType<typeof acceptLivePayout>>;

const failed = { kind: "failed", code: "TRANSFER_FAILED", message: "No." } as const;
const acting = { actor: "Ada", reason: "ticket 12" };
const kept = { available: 5_075, reserved: 0 };
const reserved = { available: 3_000, reserved: 2_075 };
const paid = { available: 3_000, reserved: 0 };

async function claimPolled(database: Database, { id }: Payout): Promise<ClaimedPayout> {
  await letPollBecomeDue(database, id);
  return (await claimPayoutConfirmation(database, { payoutId: id }))!;
}

async function finish(database: Database, claim: ClaimedPayout, end: PayoutEnd) {
  const [result] = await finishPayouts(database, [{ claim, end }], { waits: true });
  return result;
}

/**
 * Executes a payout whose gateway takes it, and answers only after `meanwhile`, in which its claim grows old. Returns
 * what the worker logged as errors.
 */
async function executeSlowly(
  database: Database,
  payout: Payout,
  providers: [Paystack, ...Provider[]],
  meanwhile: () => Promise<unknown>,
) {
  const [paystack] = providers;
  paystack.hooks.meanwhile = async (kind) => {
    if (kind === "transfer") await meanwhile();
  };
  const logged: string[] = [];
  const logger = pino({ level: "error" }, { write: (line) => void logged.push(line) });
  await executePayout(contextWith(database, providers, logger), payout.id);
  paystack.hooks.meanwhile = async () => {};
  return logged.map((line) => JSON.parse(line) as object);
}

const contradiction = (payout: Payout) =>
  expect.objectContaining({ level: 50, payout: payout.reference, gateway: "paystack", outcome: "succeeded" });

/** What each live gateway's float has paid out, in kobo. */
async function paidFrom(database: Database) {
  const rows = await database.any(sql.type(z.object({ kind: z.string(), balance: z.bigint() }))`
    select kind, balance from ledger_balances
    where environment = 'live' and currency = 'NGN' and kind in ('float_paystack', 'float_http') order by kind`);
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, Number(balance)]));
}

describe.concurrent("a success that is reported under an old claim", () => {
  test("is for a person where the payout has failed since, and the books follow the decision", async ({
    database,
    databaseUrl,
  }) => {
    await using paystack = await startPaystack();
    const payout = await acceptLivePayout(database, paystack);
    const before = await paidFrom(database);
    const errors = await executeSlowly(database, payout, [paystack], async () => {
      expect(await finish(database, await claimPolled(database, payout), failed)).toBe("done");
    });
    expect(errors).toContainEqual(contradiction(payout));
    expect(await findPayout(database, payout.reference)).toMatchObject({
      status: "failed",
      needs_review: true,
    });
    expect(await runOpsScript(databaseUrl, "payouts-to-review")).toMatchObject([
      { reference: payout.reference, status: "failed", reported: "succeeded" },
    ]);
    expect(await balancesOf(database, payout.tenant)).toEqual(kept);

    expect(
      await decidePayout(database, { reference: payout.reference, outcome: "succeeded", acting }),
    ).toMatchObject({
      outcome: "decided",
    });
    expect(await balancesOf(database, payout.tenant)).toEqual(paid);
    expect((await paidFrom(database)).float_paystack).toBe(before.float_paystack! + 1_000);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is polled at once while the payout is processing, and a success settles it", async ({ database }) => {
    await using paystack = await startPaystack();
    const payout = await acceptLivePayout(database, paystack);
    const errors = await executeSlowly(database, payout, [paystack], () => claimPolled(database, payout));
    expect(errors).toContainEqual(contradiction(payout));
    expect(await findPayout(database, payout.reference)).toMatchObject({
      status: "processing",
      needs_review: true,
    });
    await payout.confirmEarly();
    expect(await findPayout(database, payout.reference)).toMatchObject({
      status: "succeeded",
      needs_review: false,
    });
    expect(await balancesOf(database, payout.tenant)).toEqual(paid);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is a contradiction where the gateway then says that it failed: the money stays reserved", async ({
    database,
  }) => {
    await using paystack = await startPaystack();
    const payout = await acceptLivePayout(database, paystack);
    const claims: ClaimedPayout[] = [];
    await executeSlowly(database, payout, [paystack], async () => {
      claims.push(await claimPolled(database, payout));
    });
    // Nor does the answer that is under way count, or a second report make anything of it.
    expect(await finish(database, claims[0]!, failed)).toBe("stale");
    expect(await finish(database, claims[0]!, { kind: "succeeded" })).toBe("stale");
    paystack.transfers.get(payout.reference)!.status = "failed";
    await payout.confirmEarly();
    expect(await findPayout(database, payout.reference)).toMatchObject({
      status: "processing",
      needs_review: true,
      next_confirmation_at: null,
    });
    expect(await balancesOf(database, payout.tenant)).toEqual(reserved);
    expect(
      await decidePayout(database, { reference: payout.reference, outcome: "failed", acting }),
    ).toMatchObject({
      outcome: "decided",
    });
    expect(await balancesOf(database, payout.tenant)).toEqual(kept);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is on record before what came back since", async ({ database }) => {
    await using paystack = await startPaystack();
    const payout = await acceptLivePayout(database, paystack);
    await executeSlowly(database, payout, [paystack], () => claimPolled(database, payout));
    paystack.transfers.get(payout.reference)!.status = "reversed";
    await payout.confirmEarly();
    expect(await findPayout(database, payout.reference)).toMatchObject({
      status: "reversed",
      needs_review: false,
    });
    // The fee is kept, as of every reversal.
    expect(await balancesOf(database, payout.tenant)).toEqual({ available: 4_000, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  for (const end of ["succeeded", "failed"] as const) {
    test(`says who has paid it too where another gateway has it, and said ${end}`, async ({
      database,
      databaseUrl,
    }) => {
      await using paystack = await startPaystack();
      await using http = await startProvider();
      const payout = await acceptLivePayout(database, paystack, http);
      const before = await paidFrom(database);
      const errors = await executeSlowly(database, payout, [paystack, http], async () => {
        const claim = await claimPolled(database, payout);
        const next = { reason: "no_float", gateways: ["http"] } as const;
        const rerouted = (await reroutePayout(database, claim, next))!;
        const result = end === "failed" ? failed : ({ kind: "succeeded" } as const);
        expect(await finish(database, rerouted, result)).toBe("done");
      });
      expect(errors).toContainEqual(contradiction(payout));
      expect(await runOpsScript(databaseUrl, "payouts-to-review")).toMatchObject([
        { reference: payout.reference, status: end, duplicate_gateway: "paystack" },
      ]);
      await decidePayout(database, { reference: payout.reference, outcome: "succeeded", acting });
      expect(await balancesOf(database, payout.tenant)).toEqual(paid);
      const payer = end === "failed" ? "float_paystack" : "float_http";
      const paidOnce = { ...before, [payer]: before[payer]! + 1_000 };
      expect(await paidFrom(database)).toEqual(paidOnce);
      // The money comes back to the same float, and goes from it again.
      const decideAgain = async (outcome: "succeeded" | "failed") => {
        await database.query(sql.type(z.object({}))`
          update payouts set needs_review = true where reference = ${payout.reference}`);
        await decidePayout(database, { reference: payout.reference, outcome, acting });
        return paidFrom(database);
      };
      expect(await decideAgain("failed")).toEqual(before);
      expect(await decideAgain("succeeded")).toEqual(paidOnce);
      expect(await ledgerDrift(database)).toEqual([]);
    });
  }
});
