import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { z } from "zod";
import { createDatabase, type Database } from "../../sql/process/database.ts";
import { migrate } from "../../sql/install/migrate.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { hasProgram } from "../deploy/has-program.ts";
import { outcomeOf, type Call } from "../helpers/call.ts";
import { createLiveMember } from "../helpers/create-member.ts";
import { setRolePasswords } from "../helpers/database/role-url.ts";
import { runSql } from "../helpers/database/run-sql.ts";
import { eventually } from "../helpers/eventually.ts";
import { startProvider, type Provider } from "../gateways/http/start-provider.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import {
  balancesOf,
  createFundedMerchant,
  createPayout,
  createVirtualAccount,
  destination,
  fund,
  ledgerDrift,
  payIn,
  resolveDestination,
} from "../helpers/records.ts";
import { decidePayout } from "../../sql/payouts/decisions.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { measureDatabase } from "../metrics/scrape.ts";
import { binaries, startArchivedPostgres, type ArchivedPostgres } from "./start-archived-postgres.ts";

const notTested = "Restoring to a moment is not tested";
const canRestore =
  (await hasProgram("pgbackrest", notTested)) && (await hasProgram(`${binaries}/postgres`, notTested));
/** Only what hangs takes so long: PostgreSQL starts twice, and is copied twice. */
const timeout = 300_000;

const CREDIT = 7_000n;
const all = { scope: "all", environment: "live", reason: "restored" };
const open = (url: string) => createDatabase({ url, maxPoolSize: 6, applicationName: "test" });
const text = z.object({ text: z.string() });

describe.runIf(canRestore)("a database that is archived", { timeout }, () => {
  // One for both tests, since it takes long to be made.
  let postgres: ArchivedPostgres;
  beforeAll(async () => {
    postgres = await startArchivedPostgres();
    await migrate(postgres.url);
    await setRolePasswords(postgres.url, inject("rolePassword"));
    await postgres.backrest("stanza-create");
    await postgres.backrest("--type=full", "backup");
    await postgres.backrest("check");
  }, timeout);
  afterAll(() => postgres?.[Symbol.asyncDispose]());

  test("tells for how long its archive has failed, from the last file that arrived", async () => {
    const failing = async () =>
      (await measureDatabase(postgres.url)).value("payments_archive_failing_seconds");
    expect(await failing()).toBe(0);
    await runSql(postgres.url, "alter system set archive_command = 'false'");
    await runSql(postgres.url, "select pg_reload_conf(), pg_switch_wal()");
    await eventually(async () => expect(await failing()).toBeGreaterThan(0));
    await runSql(postgres.url, "alter system reset archive_command");
    await runSql(postgres.url, "select pg_reload_conf()");
    await eventually(async () => expect(await failing()).toBe(0));
  });

  test("restored to a moment, has the books of then; and by the steps of docs/operating/recovery.md nobody is paid twice", async () => {
    await using bank = await startProvider();
    const told = await playUntilItsEnd(postgres, bank);

    // 1. Restore, and look at the books.
    const folder = await postgres.makeFolder("restored");
    const time = ["--type=time", `--target=${told.moment}`, "--target-action=promote"];
    await postgres.backrest(...time, "--archive-mode=off", `--pg1-path=${folder}`, "restore");
    const url = await postgres.startRestored(folder);
    const restored = await open(url);
    try {
      expect(await runOpsScript(url, "prove-ledger", { reason: "restored" })).toEqual([]);
      expect(await booksOf(restored)).toEqual(told.books);
      expect(await unknownTo(restored, bank)).toEqual([told.paidLater, told.lostReply].toSorted());
      const { moment } = await restored.one(sql.type(z.object({ moment: z.string() }))`
        select max(created_at)::text as moment from payouts`);
      expect(new Date(moment).getTime()).toBeLessThanOrEqual(new Date(told.moment).getTime());

      // 2. Before any process starts: nothing is sent until the release.
      expect(await runOpsScript(url, "after-restore", { gateway: "http", reason: "restored" })).toMatchObject(
        [
          { status_at_the_moment: "pending", payouts: 2 },
          { status_at_the_moment: "processing", payouts: 1 },
        ],
      );

      await using ingress = await startTestIngress(url);
      const workers = await startTestWorkers(url, bank.env);
      try {
        await finishByTheSteps({ url, database: restored, call: ingress.call, bank, told });
      } finally {
        await workers[Symbol.asyncDispose]();
      }
    } finally {
      await restored.end();
    }
  });
});

type Told = Awaited<ReturnType<typeof playUntilItsEnd>>;

/**
 * Merchants pay out and payers pay in, before a moment and after it; then the machine is gone. Returns the moment, the
 * books at it, and what the merchant and the bank know.
 */
async function playUntilItsEnd(postgres: Awaited<ReturnType<typeof startArchivedPostgres>>, bank: Provider) {
  const { url } = postgres;
  const database = await open(url);
  try {
    await using ingress = await startTestIngress(url);
    const { call } = ingress;
    let workers = await startTestWorkers(url, bank.env);
    const { tenant, key } = await createLiveMember(database, 1_000_000n);
    const account = (await createVirtualAccount(database, tenant, CREDIT)).reference;
    await resolveDestination(database, tenant);
    const send = async (idempotencyKey: string) => {
      const response = await payOut(call, key, idempotencyKey);
      expect([idempotencyKey, response.status]).toEqual([idempotencyKey, 201]);
      return (response.data as { reference: string }).reference;
    };
    const until = (status: string, ...references: string[]) =>
      eventually(async () => {
        for (const reference of references)
          expect([reference, await statusOf(database, reference)]).toEqual([reference, status]);
      });

    await until("succeeded", await send("before"));
    // The bank pays, and its response is lost.
    bank.misbehave("transfer", "drop");
    bank.misbehave("find", "unavailable");
    const underWay = await send("under way");
    await until("processing", underWay);
    await eventually(() => expect(bank.transfers.has(underWay)).toBe(true));
    await workers[Symbol.asyncDispose]();
    const waiting = await send("waiting");
    const canceled = await send("canceled later");

    // The moment, in the middle of other merchants' work.
    const load = startLoad(database);
    await load.hasDone(20);
    const { moment, books } = await noteBooks(url);
    const then = load.count();
    await load.hasDone(then + 20);
    await load.stop();

    expect((await call("POST", `/v1/payouts/${canceled}/cancel`, { key })).status).toBe(200);
    bank.behave();
    workers = await startTestWorkers(url, bank.env);
    const paidLater = await send("paid later");
    const lostReply = await send("lost reply");
    await until("succeeded", underWay, waiting, paidLater, lostReply);
    expect(await payIn(database, account, CREDIT, { environment: "live", providerReference: "bank-1" })).toBe(
      "settled",
    );
    await workers[Symbol.asyncDispose]();
    await postgres.backrest("check"); // waits until all of it is in the repository
    const available = (await balancesOf(database, tenant)).available!;
    return {
      moment,
      books,
      tenant,
      key,
      account,
      available,
      underWay,
      waiting,
      canceled,
      paidLater,
      lostReply,
    };
  } finally {
    await database.end();
    await postgres.crash();
  }
}

/** What docs/operating/recovery.md tells an operator to do once ingress and workers run on the restored database. */
async function finishByTheSteps({
  url,
  database,
  call,
  bank,
  told,
}: {
  url: string;
  database: Database;
  call: Call;
  bank: Provider;
  told: Told;
}): Promise<void> {
  const { tenant, key, underWay, waiting, canceled, paidLater, lostReply } = told;

  // 3. The bank is polled about all that was under way. What it does not know is not sent.
  await eventually(async () => {
    expect(await statusOf(database, underWay)).toBe("succeeded");
    expect(await statusOf(database, waiting)).toBe("succeeded");
    expect(bank.questions.get(canceled)?.filter((what) => what === "not found").length).toBeGreaterThan(1);
  });
  expect(bank.transfers.has(canceled)).toBe(false);
  // Nor does a merchant get money back that the bank may have paid, or a second payout.
  expect(outcomeOf(await call("POST", `/v1/payouts/${canceled}/cancel`, { key }))).toBe("STATE_CONFLICT");
  for (const again of ["paid later", "lost reply"])
    expect(outcomeOf(await payOut(call, key, again))).toBe("PAYOUTS_FROZEN");

  // 4. What merchants canceled after the moment is decided, once the bank has said that it does not have it.
  expect(await runOpsScript(url, "payouts-to-review")).toMatchObject([{ reference: canceled }]);
  expect(
    await decidePayout(database, { reference: canceled, outcome: "failed", acting: { reason: "canceled" } }),
  ).toMatchObject({
    payout: { status: "failed" },
  });
  // 5. What was paid in since is reported again.
  const report = { environment: "live", providerReference: "bank-1" } as const;
  expect(await payIn(database, told.account, CREDIT, report)).toBe("settled");
  // 6. The release, and every request since the moment again, with its own key.
  expect(await runOpsScript(url, "release-payouts", all)).toMatchObject([{ still_held: 0 }]);
  const repeated: unknown[] = [];
  for (const again of ["paid later", "lost reply"]) {
    const response = await payOut(call, key, again);
    repeated.push([response.status, response.data.reference]);
  }
  expect(repeated).toEqual([
    [201, paidLater],
    [201, lostReply],
  ]);
  await eventually(async () => {
    for (const reference of [paidLater, lostReply])
      expect(await statusOf(database, reference)).toBe("succeeded");
  });

  // 7. The statement holds nothing unknown; each payout was carried out once, and the books are those of the end.
  expect(await unknownTo(database, bank)).toEqual([]);
  expect([...bank.transfers.keys()].toSorted()).toEqual((await paidPayouts(database, tenant)).toSorted());
  expect(bank.transfers.size).toBe(5);
  expect(await balancesOf(database, tenant)).toEqual({ available: told.available, reserved: 0 });
  expect(await ledgerDrift(database)).toEqual([]);
  expect(await runOpsScript(url, "prove-ledger", { reason: "recovered" })).toEqual([]);
}

function payOut(call: Call, key: string, idempotencyKey: string) {
  const body = { amount: { value: 100_000, currency: "NGN" }, destination };
  return call("POST", "/v1/payouts", { key, body, headers: { "idempotency-key": idempotencyKey } });
}

function statusOf(database: Database, reference: string): Promise<string> {
  return database.oneFirst(sql.type(text)`select status as text from payouts where reference = ${reference}`);
}

function paidPayouts(database: Database, { merchantId }: Tenant): Promise<readonly string[]> {
  return database.anyFirst(sql.type(text)`
    select reference as text from payouts
    where merchant_id = ${merchantId} and environment = 'live' and status = 'succeeded'`);
}

/** The payouts of the bank's statement that a database does not know, in order. */
async function unknownTo(database: Database, bank: Provider): Promise<readonly string[]> {
  return database.anyFirst(sql.type(text)`
    select s.reference as text from unnest(${sql.array([...bank.transfers.keys()], "text")}) s (reference)
    where not exists (select from payouts p where p.reference = s.reference) order by 1`);
}

const book = z.object({ account: z.string(), balance: z.bigint() });
const booksQuery = sql.type(book)`
  select account_id::text as account, balance from ledger_balances order by account_id`;

async function booksOf(database: Database): Promise<Record<string, bigint>> {
  const rows = await database.any(booksQuery);
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
}

/** Holds the books still for as long as it takes to read them and the time. What moves money waits meanwhile. */
async function noteBooks(url: string): Promise<{ moment: string; books: Record<string, bigint> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("lock table ledger_entries in share row exclusive mode");
    const { rows } = await client.query<{ account: string; balance: string }>(booksQuery.sql);
    const now = await client.query<{ moment: string }>("select clock_timestamp()::text as moment");
    await client.query("commit");
    const books = Object.fromEntries(rows.map(({ account, balance }) => [account, BigInt(balance)]));
    return { moment: now.rows[0]!.moment, books };
  } finally {
    await client.end();
  }
}

/** Another merchant's test payouts and payments, one after the other, until it is stopped. */
function startLoad(database: Database) {
  let done = 0;
  const stopping = new AbortController();
  const running = (async () => {
    const tenant = await createFundedMerchant(database, 1_000_000_000n);
    await resolveDestination(database, tenant);
    while (!stopping.signal.aborted) {
      await createPayout(database, tenant);
      await fund(database, tenant, 1_000n);
      done += 1;
    }
  })();
  return {
    count: () => done,
    hasDone: (least: number) => eventually(() => expect(done).toBeGreaterThanOrEqual(least)),
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
