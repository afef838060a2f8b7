import pg from "pg";
import { describe, expect } from "vitest";
import { z } from "zod";
import { refusePooledSession } from "../../sql/process/connections/refuse-pooled-session.ts";
import { refuseUnlimitedStatements } from "../../sql/process/connections/refuse-unlimited-statements.ts";
import { createDatabase } from "../../sql/process/database.ts";
import { errorName } from "../../sql/process/errors.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { roleUrl } from "../helpers/database/role-url.ts";
import { createMember } from "../helpers/create-member.ts";
import { eventually } from "../helpers/eventually.ts";
import { startProxy } from "../helpers/outside/start-proxy.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import { startIngressProcess, startWorkerProcess, whileRunning } from "../helpers/platform/start-process.ts";
import { balancesOf, setEndpoint } from "../helpers/records.ts";
import { runSql } from "../helpers/database/run-sql.ts";
import { test } from "../helpers/test.ts";
import { newcomer, openBrowser } from "../people/browser.ts";
import { lastToken } from "../people/read-mails.ts";
import { sandboxAccountName } from "../../workers/gateways/sandbox/account-name.ts";
import { hasProgram } from "./has-program.ts";
import { startPgbouncer } from "./start-pgbouncer.ts";

test("a role whose limits are longer than ours is refused, and one with ours is not", async ({
  database,
}) => {
  await database.transaction(async (transaction) => {
    const limit = (time: string) =>
      transaction.query(sql.type(z.object({}))`select set_config('statement_timeout', ${time}, true)`);
    await limit("5s");
    await refuseUnlimitedStatements(transaction);
    await limit("10min");
    await expect(refuseUnlimitedStatements(transaction)).rejects.toThrow(
      /who has no statement_timeout of 5000 ms or less: .*set statement_timeout = '5000ms'/,
    );
  });
});

const hasPgbouncer = await hasProgram("pgbouncer", "Processes behind a PgBouncer are not tested");
const account = { bankCode: "058", accountNumber: "0123456789" };

describe.runIf(hasPgbouncer)("behind a PgBouncer that pools by transaction", () => {
  test("a merchant is paid out and told, finds out a name, and somebody signs in", async ({
    database,
    databaseUrl,
  }) => {
    await using pgbouncer = await startPgbouncer(databaseUrl);
    const urls = (role: "ingress" | "workers") => ({
      DATABASE_URL: pgbouncer.url(role),
      DATABASE_DIRECT_URL: roleUrl(databaseUrl, role),
    });
    await using worker = startWorkerProcess(databaseUrl, urls("workers"));
    await using ingress = await startIngressProcess(databaseUrl, urls("ingress"));
    await Promise.all([worker.ready, ingress.ready]);
    await using receiver = await startReceiver();
    const { tenant, key } = await createMember(database, { available: 10_000n });
    await setEndpoint(database, tenant, receiver.url);

    const name = await ingress.call("POST", "/v1/banks/verify-account", { key, body: account });
    const accountName = sandboxAccountName(account.bankCode, account.accountNumber);
    expect([name.status, name.data]).toMatchObject([200, { accountName }]);
    const paid = await ingress.call("POST", "/v1/payouts", {
      key,
      headers: { "idempotency-key": "behind-a-pooler" },
      body: { amount: { value: 4_000, currency: "NGN" }, destination: { ...account, accountName } },
    });
    expect(paid.status).toBe(201);
    await whileRunning(
      worker,
      eventually(() =>
        expect(receiver.requests.map(({ body }) => `${body}`).join()).toContain("payout.succeeded"),
      ),
    );
    expect(await balancesOf(database, tenant)).toEqual({ available: 6_000, reserved: 0 });

    const [person, browser] = [newcomer(), openBrowser(ingress)];
    await browser.post("sign-up", person);
    await browser.post("verify-email", { token: await lastToken(database, person.email, "verify_email") });
    const other = openBrowser(ingress);
    expect((await other.post("sign-in", person)).status).toBe(200);
    expect((await other.get("session")).data.person.email).toBe(person.email);

    // Only what needs a session has one of its own; all else came through the PgBouncer.
    const open = await runSql<{ name: string }>(
      databaseUrl,
      `select distinct regexp_replace(application_name, ' of .*', '') as name from pg_stat_activity
      where datname = current_database() and application_name ~ '^(ingress|workers)' order by 1`,
    );
    expect(open.map(({ name: application }) => application)).toEqual(
      expect.arrayContaining(["ingress-results", "workers-listen", "workers-queue"]),
    );
  });

  test("its role has the settings that the pooled connection could not bring, such as limits of statements", async ({
    databaseUrl,
  }) => {
    await using pgbouncer = await startPgbouncer(databaseUrl);
    for (const role of ["ingress", "workers"] as const) {
      const client = new pg.Client(pgbouncer.url(role));
      await client.connect();
      const { rows } = await client.query(
        `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
          current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit`,
      );
      await client.end();
      expect(rows[0]).toEqual({ statement: "5s", lock: "3s", idle: "5s", jit: "off" });
    }
  });

  test("DATABASE_URL alone is refused in one line, which says what to set", async ({ databaseUrl }) => {
    await using pgbouncer = await startPgbouncer(databaseUrl);
    const why = "DATABASE_URL leads to a PgBouncer, which does not keep a session: let DATABASE_DIRECT_URL";
    await expect(refusePooledSession(pgbouncer.url("ingress"), "DATABASE_URL")).rejects.toThrow(why);
    await using worker = startWorkerProcess(databaseUrl, { DATABASE_URL: pgbouncer.url("workers") });
    expect(await worker.ended).toEqual({ code: 1, signal: null });
    expect(worker.log()).toContain(why);
    await using ingress = await startIngressProcess(databaseUrl, { DATABASE_URL: pgbouncer.url("ingress") });
    ingress.ready.catch(() => {});
    expect(await ingress.ended).toEqual({ code: 1, signal: null });
    expect(ingress.log()).toContain(why);
  });

  test("so is DATABASE_DIRECT_URL, also where the PgBouncer ignores what it cannot keep", async ({
    databaseUrl,
  }) => {
    await using pgbouncer = await startPgbouncer(databaseUrl, {
      extra:
        "ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout",
    });
    await expect(refusePooledSession(pgbouncer.url("ingress"), "DATABASE_DIRECT_URL")).rejects.toThrow(
      "DATABASE_DIRECT_URL leads to a PgBouncer",
    );
    await refusePooledSession(roleUrl(databaseUrl, "ingress"), "DATABASE_DIRECT_URL");
  });

  test("a statement that finds no connection free in a second was not sent: 503, and later it is", async ({
    databaseUrl,
  }) => {
    await using pgbouncer = await startPgbouncer(databaseUrl, { extra: "default_pool_size = 1" });
    const holder = new pg.Client(pgbouncer.url("ingress"));
    await holder.connect();
    await holder.query("begin");
    await holder.query("select 1");
    const database = await createDatabase({
      url: pgbouncer.url("ingress"),
      maxPoolSize: 1,
      applicationName: "waits",
      isPooled: true,
    });
    const one = sql.type(z.object({ one: z.number() }))`select 1 as one`;
    const refusals = [
      await database.one(one).catch((error: unknown) => errorName(error)),
      await database
        .transaction((transaction) => transaction.one(one))
        .catch((error: unknown) => errorName(error)),
    ];
    await holder.query("commit");
    expect(refusals).toEqual(["database_unavailable", "database_unavailable"]);
    expect(await database.one(one)).toEqual({ one: 1 });
    await Promise.all([database.end(), holder.end()]);
  });

  test("nor was a statement while PostgreSQL takes no connection, as in a failover", async ({
    databaseUrl,
  }) => {
    await using proxy = await startProxy(databaseUrl);
    await using pgbouncer = await startPgbouncer(proxy.url);
    const database = await createDatabase({
      url: pgbouncer.url("ingress"),
      maxPoolSize: 1,
      applicationName: "waits",
      isPooled: true,
    });
    const one = sql.type(z.object({ one: z.number() }))`select 1 as one`;
    proxy.mode("refuse");
    await eventually(async () => {
      const error = await database.one(one).then(
        () => new Error("it was sent"),
        (refusal: Error) => refusal,
      );
      expect(error.message).toContain("server_login_retry");
      expect(errorName(error)).toBe("database_unavailable");
    });
    proxy.mode("pass");
    await eventually(async () => expect(await database.one(one)).toEqual({ one: 1 }));
    await database.end();
  });

  test("a role without limits is refused, with the statements that give it some", async ({ databaseUrl }) => {
    // Of the owner, who has none.
    await using ingress = await startIngressProcess(databaseUrl, {
      DATABASE_URL: databaseUrl,
      DATABASE_DIRECT_URL: databaseUrl,
    });
    ingress.ready.catch(() => {});
    expect(await ingress.ended).toEqual({ code: 1, signal: null });
    expect(ingress.log()).toMatch(
      /who has no .*statement_timeout.*: refusing to start behind a PgBouncer\. .*alter role \S+ set statement_timeout = '5000ms'/,
    );
  });
});
