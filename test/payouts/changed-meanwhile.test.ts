import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { finishPayouts } from "../helpers/worker-steps.ts";
import { claimPayoutConfirmation } from "../../sql/payouts/payouts.ts";
import { cancelPayout, decidePayout } from "../../sql/payouts/decisions.ts";
import { recordProviderNotice } from "../../sql/gateways/provider-notices.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { startPaystack } from "../gateways/paystack/start-paystack.ts";
import { balancesOf, findEvents, ledgerDrift } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { acceptLivePayout } from "./accept-live-payout.ts";
import { findPayout, letPollBecomeDue } from "./accept-test-payouts.ts";
import { asOperator } from "../helpers/as-operator.ts";

type Place = {
  database: Database;
  databaseUrl: string;
  payout: Awaited<ReturnType<typeof acceptLivePayout>>;
};

const acting = { actor: "Ada", reason: "ticket 12" };
const live = { environment: "live", reason: "ticket 12" };
const run = (database: Database, statement: ReturnType<typeof sql.fragment>) =>
  database.query(sql.type(z.object({}))`${statement}`);

async function claimQuestion({ database, payout }: Place) {
  await letPollBecomeDue(database, payout.id);
  return (await claimPayoutConfirmation(database, { payoutId: payout.id }))!;
}

function notice(place: Place, event: "transfer.success" | "transfer.failed") {
  return recordProviderNotice(place.database, {
    gateway: "paystack",
    event,
    reference: place.payout.reference,
  });
}

/** Marks it for a person, as after a day, who decides. */
async function decide({ database, payout }: Place, outcome: "succeeded" | "failed") {
  await run(database, sql.fragment`update payouts set needs_review = true where id = ${payout.id}`);
  expect((await decidePayout(database, { reference: payout.reference, outcome, acting })).outcome).toBe(
    "decided",
  );
}

/** What is committed while the gateway is polled, and the status that the payout has afterwards. */
const changes: [what: string, status: string, commit: (place: Place) => Promise<unknown>][] = [
  ["the provider reports a success", "processing", (place) => notice(place, "transfer.success")],
  ["the provider reports a failure", "processing", (place) => notice(place, "transfer.failed")],
  ["another worker claims it", "processing", claimQuestion],
  [
    "another worker finishes it",
    "succeeded",
    async (place) => {
      const finish = { claim: await claimQuestion(place), end: { kind: "succeeded" } } as const;
      await finishPayouts(place.database, [finish], { waits: true });
    },
  ],
  ["an operator decides that it was paid", "succeeded", (place) => decide(place, "succeeded")],
  ["an operator decides that it failed", "failed", (place) => decide(place, "failed")],
  [
    "an operator polls it",
    "processing",
    ({ databaseUrl, payout }) =>
      runOpsScript(databaseUrl, "poll-payout", { reference: payout.reference, reason: "ticket 12" }),
  ],
  [
    "an operator stops all payouts",
    "processing",
    ({ databaseUrl }) => runOpsScript(databaseUrl, "freeze-payouts", { ...live, scope: "all" }),
  ],
  [
    "an operator stops its gateway",
    "processing",
    ({ databaseUrl }) =>
      runOpsScript(databaseUrl, "freeze-payouts", { ...live, scope: "gateway", gateway: "paystack" }),
  ],
  [
    "an operator lists its recipient",
    "processing",
    ({ databaseUrl }) =>
      runOpsScript(databaseUrl, "block-recipient", { ...live, account: "0123456789", bank: "058" }),
  ],
  [
    "another gateway reports that it has paid it",
    "processing",
    async ({ database, payout }) => {
      await run(
        database,
        sql.fragment`
        insert into payout_refusals (payout_id, gateway, reason) values (${payout.id}, 'monnify', 'no_float')`,
      );
      const event = "transfer.success";
      const told = { gateway: "monnify", event, reference: payout.reference } as const;
      expect(await recordProviderNotice(database, told)).toBe("accepted_despite_refusal");
    },
  ],
];

describe.concurrent(
  "a payout that its gateway does not know is not sent again where, while it was polled,",
  () => {
    test.for(changes)("%s", async ([, status, commit], { database, databaseUrl }) => {
      await using paystack = await startPaystack();
      const payout = await acceptLivePayout(database, paystack);
      paystack.misbehave("transfer", "refuse", 1);
      await payout.execute();
      await payout.confirm();
      await payout.wait();
      // Without the change it would be sent: the last test below.
      let committed = 0;
      paystack.hooks.meanwhile = async (kind) => {
        if (kind !== "find") return;
        await commit({ database, databaseUrl, payout });
        committed += 1;
      };
      await payout.confirm();
      expect(committed).toBe(1);
      expect(paystack.calls).toMatchObject({ transfer: 1, find: 2 });
      expect([...paystack.transfers.keys()]).toEqual([]);
      expect((await findPayout(database, payout.reference)).status).toBe(status);
      expect(await ledgerDrift(database)).toEqual([]);
    });

    test("nobody changed anything: then it is, once, and nobody can cancel it", async ({ database }) => {
      await using paystack = await startPaystack();
      const payout = await acceptLivePayout(database, paystack);
      paystack.misbehave("transfer", "refuse", 1);
      await payout.execute();
      await payout.confirm();
      await payout.wait();
      paystack.hooks.meanwhile = async (kind) => {
        if (kind !== "find") return;
        const canceled = await cancelPayout(database, {
          tenant: payout.tenant,
          reference: payout.reference,
          ...asOperator,
        });
        expect(canceled.outcome).toBe("not_pending");
      };
      await payout.confirm();
      expect(paystack.transfers.get(payout.reference)!.timesSent).toBe(1);
      expect((await findPayout(database, payout.reference)).status).toBe("succeeded");
      expect(await balancesOf(database, payout.tenant)).toEqual({ available: 3_000, reserved: 0 });
      expect(await findEvents(database, "payout.succeeded", payout.tenant)).toHaveLength(1);
      expect(await ledgerDrift(database)).toEqual([]);
    });
  },
);
