import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { readStates } from "../helpers/read-states.ts";
import { createFundedMerchant, ledgerDrift } from "../helpers/records.ts";
import { createPaidCollection, createRefund, payer } from "../refunds/create-collection.ts";
import { test } from "../helpers/test.ts";
import { acceptTestPayout } from "./accept-test-payouts.ts";

const steps = await readStates("payouts");

type Call = ReturnType<typeof sql.fragment>;

/** The payout of the test that runs: the tests share a database, one after the other. */
const newest = sql.fragment`(select * from payouts order by id desc limit 1)`;
const isNewest = sql.fragment`id = (select max(id) from payouts)`;
const acting = sql.fragment`row('Ada', null, null, 'ticket 12', null)::acting`;
const report = (outcome: string): Call => sql.fragment`
  select from ${newest} p cross join lateral finish_payouts(to_json(array[
    (p.id, p.fence, ${outcome}, ${outcome === "failed" ? "TRANSFER_FAILED" : null},
      ${outcome === "failed" ? "No." : null}, null, 'http')::payout_end
  ]), true, false)`;
const decide = (outcome: string): Call =>
  sql.fragment`select from ${newest} p cross join lateral decide_payout(p.reference, ${outcome}, ${acting})`;
const decideHold = (decision: string): Call =>
  sql.fragment`select from ${newest} p cross join lateral decide_held_payout(p.reference, ${decision}, ${acting})`;
const decideApproval = (approves: boolean): Call =>
  sql.fragment`
    select from ${newest} p
    cross join lateral decide_approval(p.merchant_id, p.environment, p.reference, ${approves}, ${acting}, null)`;
const needReview = sql.fragment`update payouts set needs_review = true where ${isNewest}`;

/** What each event is in SQL. */
const events: Record<string, Call[]> = {
  claim: [
    sql.fragment`select from claim_payouts(array(select max(id) from payouts), true, '{http}', null, '{}')`,
  ],
  canceled: [
    sql.fragment`
      select from ${newest} p
      cross join lateral cancel_payout(p.merchant_id, p.environment, p.reference, ${acting}, null)`,
  ],
  "hold released": [decideHold("release")],
  "hold refused": [decideHold("refuse")],
  "reported succeeded": [report("succeeded")],
  "reported failed": [report("failed")],
  "reported reversed": [report("reversed")],
  "decided succeeded": [needReview, decide("succeeded")],
  "decided failed": [needReview, decide("failed")],
  "destination set": [
    sql.fragment`
      select from ${newest} p cross join lateral set_refund_destination(
        p.merchant_id, p.environment, p.reference, ${payer.bankCode}, ${payer.accountNumber}, ${payer.accountName},
        ${acting}, null
      )`,
  ],
  approved: [decideApproval(true)],
  rejected: [decideApproval(false)],
  "72 hours waited": [
    sql.fragment`update approvals set expires_at = now()`,
    sql.fragment`select expire_approvals('live', '{}')`,
  ],
  "90 days waited": [
    sql.fragment`update payouts set created_at = now() - interval '90 days' where ${isNewest}`,
    sql.fragment`select cancel_waiting_refunds('live', '{}')`,
  ],
};

const claim = events["claim"]!;
/** How a new payout comes into each state: a refund needs a destination at first, others are pending. */
const states: Record<string, Call[]> = {
  needs_destination: [],
  awaiting_approval: [
    sql.fragment`update payouts set status = 'awaiting_approval' where ${isNewest}`,
    sql.fragment`
      select from ${newest} p cross join lateral request_approval(
        (null, p.reference, p.merchant_id, p.environment, p.id, null, null, null, p.amount, p.currency, '{amount}',
          null, null, null, null, null)::approvals, null, null
      )`,
  ],
  pending: [],
  held: [
    sql.fragment`insert into payout_holds (payout_id, cause) select id, 'account' from payouts where ${isNewest}`,
    sql.fragment`update payouts set held_since = now() where ${isNewest}`,
  ],
  processing: claim,
  succeeded: [...claim, report("succeeded")],
  failed: [...claim, report("failed")],
  reversed: [...claim, report("reversed")],
  canceled: events["canceled"]!,
};

const observed = z.object({ state: z.string(), journals: z.array(z.string()), told: z.array(z.string()) });

const look = (database: Database, reference: string) =>
  database.one(sql.type(observed)`
    select case when held_since is not null and status = 'pending' then 'held' else status end as state,
      array(select kind from ledger_journals where subject = ${reference} order by id) as journals,
      array(select type from events where subject = ${reference} order by id) as told
    from payouts where reference = ${reference}`);

async function run(database: Database, calls: readonly Call[]): Promise<void> {
  for (const call of calls)
    await database.query(sql.type(z.object({}))`${call}`).catch((error: unknown) => {
      // What operators ask for and cannot be done.
      if (!(error instanceof Error && "code" in error && error.code === "PB008")) throw error;
    });
}

const kinds = Object.keys(states).flatMap((state) => [
  ...(state === "needs_destination" ? [] : [["payout", state] as const]),
  ["refund", state] as const,
]);

/** A new refund of the account that paid, or without one. */
async function acceptRefund(database: Database, tenant: Tenant, state: string): Promise<string> {
  const from = state === "needs_destination" ? { name: "KEMI" } : undefined;
  return createRefund(database, tenant, await createPaidCollection(database, tenant, 1_000n, from));
}

describe.for(kinds)("a %s that is %s", ([kind, state]) => {
  test.for(Object.keys(events))(
    "is what the table of states says after: %s",
    async (event, { fileDatabase: database }) => {
      const tenant = await createFundedMerchant(database, 5_000n, "live");
      const reference =
        kind === "payout"
          ? await acceptTestPayout(database, tenant)
          : await acceptRefund(database, tenant, state);
      const named = (names: string[]) =>
        kind === "refund"
          ? names.map((name) => name.replace("payout", "refund"))
          : names.filter((name) => !name.startsWith("refund"));
      await run(database, states[state]!);
      const before = await look(database, reference);
      expect(before.state).toBe(state);

      await run(database, events[event]!);
      const after = await look(database, reference);
      const step = steps.find((each) => each.state === state && each.event === event);
      expect({
        next: after.state,
        journals: after.journals.slice(before.journals.length),
        told: after.told.slice(before.told.length),
      }).toEqual(
        step === undefined
          ? { next: state, journals: [], told: [] }
          : { next: step.next, journals: named(step.journals), told: named(step.told) },
      );
      expect(await ledgerDrift(database)).toEqual([]);
    },
  );
});

test("the table of states names nothing that is not tried", () => {
  expect(steps.length).toBeGreaterThan(10);
  for (const { state, event, next } of steps) {
    expect(Object.keys(states)).toEqual(expect.arrayContaining([state, next]));
    expect(Object.keys(events)).toContain(event);
  }
});
