import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { readStates } from "../helpers/read-states.ts";
import { createFundedMerchant, createVirtualAccount, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const steps = await readStates("collections");

const AMOUNT = 10_000n;
type Call = ReturnType<typeof sql.fragment>;

/** The collection of the test that runs: the tests share a database, one after the other. */
const newest = sql.fragment`(select * from collections order by id desc limit 1)`;

let transactions = 0;
const credit = (amount: Call, isFinal: boolean): Call => sql.fragment`
  select from ${newest} c join virtual_accounts v on v.id = c.virtual_account_id
  cross join lateral record_credit(
    'test', v.reference, ${`transaction-${(transactions += 1)}`}, ${amount}, 'NGN', null, ${isFinal}
  )`;
const settle = sql.fragment`select settle_credit(id) from credits where status = 'received' order by id`;
const due = sql.fragment`
  case when c.amount_received < c.amount then c.amount - c.amount_received else c.amount end`;

/** What each event is in SQL. */
const events: Record<string, () => Call[]> = {
  seen: () => [credit(due, false)],
  "paid in part": () => [credit(sql.fragment`1`, true), settle],
  paid: () => [credit(due, true), settle],
  expired: () => [
    sql.fragment`
      with account as (
        update virtual_accounts set expires_at = now() - interval '1 minute'
        where id = (select max(id) from virtual_accounts)
      )
      update collections set expires_at = now() - interval '1 minute' where id = (select max(id) from collections)`,
    sql.fragment`select expire_virtual_account(max(id)) from virtual_accounts`,
  ],
};

/** How a collection comes into each state. */
const states: Record<string, () => Call[]> = {
  awaiting_payment: () => [],
  confirming: events["seen"]!,
  underpaid: events["paid in part"]!,
  expired: events["expired"]!,
  succeeded: events["paid"]!,
};

const observed = z.object({ state: z.string(), journals: z.array(z.string()), told: z.array(z.string()) });

const look = (database: Database) =>
  database.one(sql.type(observed)`
    select status as state, array(select kind from ledger_journals order by id) as journals,
      array(select type from events order by id) as told
    from ${newest} c`);

async function run(database: Database, calls: readonly Call[]): Promise<void> {
  for (const call of calls) await database.query(sql.type(z.object({}))`${call}`);
}

describe.for(Object.keys(states))("a collection that is %s", (state) => {
  test.for(Object.keys(events))(
    "is what the table of states says after: %s",
    async (event, { fileDatabase: database }) => {
      const tenant = await createFundedMerchant(database);
      await createVirtualAccount(database, tenant, AMOUNT);
      await run(database, states[state]!());
      const before = await look(database);
      expect(before.state).toBe(state);

      await run(database, events[event]!());
      const after = await look(database);
      const step = steps.find((each) => each.state === state && each.event === event);
      expect({
        next: after.state,
        journals: after.journals.slice(before.journals.length),
        told: after.told.slice(before.told.length),
      }).toEqual({ next: step?.next ?? state, journals: step?.journals ?? [], told: step?.told ?? [] });
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
