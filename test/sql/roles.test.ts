import { readFile, readdir } from "node:fs/promises";
import pg from "pg";
import { describe, expect, inject } from "vitest";
import { z } from "zod";
import { createDatabase, type Database } from "../../sql/process/database.ts";
import { refusePowerfulRole } from "../../sql/install/refuse-powerful-role.ts";
import { roleNames } from "../../sql/install/role-names.ts";
import { rights, roles, type Role } from "../../sql/install/rights.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { roleUrl } from "../helpers/database/role-url.ts";
import { test as base } from "../helpers/test.ts";

const DECLARE = "Say who may do what in sql/install/rights.ts";

/** Runs a statement as a role; resolves to the rows, or the SQLSTATE and message of the refusal. */
type As = (role: Role, statement: string) => Promise<unknown>;
const test = base.extend<{ as: As }>({
  as: async ({ fileDatabaseUrl }, use) => {
    const clients = new Map<Role, pg.Client>();
    for (const role of roles) {
      const client = new pg.Client({ connectionString: roleUrl(fileDatabaseUrl, role) });
      await client.connect();
      clients.set(role, client);
    }
    await use((role, statement) =>
      clients
        .get(role)!
        .query(statement)
        .then(
          ({ rows }) => rows as unknown,
          ({ code, message }: pg.DatabaseError) => `${code} ${message}`,
        ),
    );
    for (const client of clients.values()) await client.end();
  },
});

describe("what PostgreSQL allows a role", () => {
  test.for(roles)("%s: tables and columns are those declared", async (role, { fileDatabase: database }) => {
    const row = z.object({ table: z.string(), column: z.string(), privileges: z.array(z.string()) });
    const actual = await database.any(sql.type(row)`
      select c.relname as table, a.attname as column, array(
        select p.name from unnest(array['select', 'insert', 'update', 'references']) p (name)
        where has_column_privilege(${roleNames(inject("template"))[role]}, c.oid, a.attnum, p.name)
      ) as privileges
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      order by c.relname, a.attnum`);
    const declared = actual.map(({ table, column }) => {
      const columns = rights[role].reads[table] ?? [];
      const reads =
        columns === "all" ||
        ("except" in columns ? !columns.except.includes(column) : columns.includes(column));
      return { table, column, privileges: reads ? ["select"] : [] };
    });
    expect(actual, DECLARE).toEqual(declared);

    const more = await database.anyFirst(sql.type(z.object({ right: z.string() }))`
      select p.name || ' ' || c.relname as right
      from pg_class c cross join unnest(array['delete', 'truncate', 'trigger']) p (name)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
        and has_table_privilege(${roleNames(inject("template"))[role]}, c.oid, p.name)`);
    expect(more, DECLARE).toEqual([]);
  });

  test.for(roles)("%s: functions are those declared", async (role, { fileDatabase: database }) => {
    const actual = await database.anyFirst(sql.type(z.object({ name: z.string() }))`
      select proname as name from pg_proc
      where pronamespace = 'public'::regnamespace
        and has_function_privilege(${roleNames(inject("template"))[role]}, oid, 'execute')
      order by 1`);
    expect(actual, DECLARE).toEqual(rights[role].calls.toSorted());
  });

  test.for(roles)("%s: of every queue, what is declared", async (role, { fileDatabase: database }) => {
    const row = z.object({ table: z.string(), privileges: z.array(z.string()) });
    const name = roleNames(inject("template"))[role];
    const actual = await database.any(sql.type(row)`
      select c.relname as table, array(
        select p.name from unnest(array['select', 'insert', 'update', 'delete', 'truncate']) p (name)
        where has_schema_privilege(${name}, c.relnamespace, 'usage') and has_table_privilege(${name}, c.oid, p.name)
      ) as privileges
      from pg_class c
      where c.relnamespace in (select q.relnamespace from pg_class q where q.relname = '_private_jobs')
        and c.relkind in ('r', 'p', 'v')`);
    expect(actual.length).toBeGreaterThan(3);
    for (const { table, privileges } of actual)
      expect(privileges, `${table}: ${DECLARE}`).toEqual(rights[role].queue[table] ?? []);
    const called = await database.anyFirst(sql.type(z.object({ name: z.string() }))`
      select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace in (select q.relnamespace from pg_class q where q.relname = '_private_jobs')
        and has_function_privilege(${name}, p.oid, 'execute')`);
    expect(called).toEqual([]);
  });

  test("none of them has any power of its own", async ({ fileDatabase: database }) => {
    const powers = await database.anyFirst(sql.type(z.object({ power: z.string() }))`
      select rolname || ' ' || power as power from pg_roles cross join lateral (values
        (rolsuper, 'superuser'), (rolcreatedb, 'createdb'), (rolcreaterole, 'createrole'), (rolinherit, 'inherit'),
        (rolbypassrls, 'bypassrls'), (rolreplication, 'replication'),
        (exists (select from pg_auth_members m where m.member = pg_roles.oid), 'member'),
        (not rolcanlogin, 'no login')
      ) as p (is_set, power)
      where is_set and rolname = any (${sql.array(Object.values(roleNames(inject("template"))), "text")})`);
    expect(powers).toEqual([]);
  });
});

test.for(["ingress", "workers"] as const)(
  "live money is moved by %s as its role alone",
  async (role, { fileDatabase, fileDatabaseUrl }) => {
    await expect(refusePowerfulRole(fileDatabase, role)).rejects.toThrow(`Let it name`);
    const url = roleUrl(fileDatabaseUrl, role);
    const database = await createDatabase({ url, maxPoolSize: 1, applicationName: "test" });
    await refusePowerfulRole(database, role);
    await database.end();
  },
);

describe("a function that a role may call", () => {
  const granted = z.object({
    name: z.string(),
    parameters: z.string(),
    is_definer: z.boolean(),
    is_volatile: z.boolean(),
    settings: z.array(z.string()).nullable(),
  });
  const readGranted = (database: Database, called: readonly string[]) =>
    database.any(sql.type(granted)`
      select proname as name, pg_get_function_identity_arguments(oid) as parameters, prosecdef as is_definer,
        provolatile = 'v' as is_volatile, proconfig as settings
      from pg_proc
      where pronamespace = 'public'::regnamespace and proname = any (${sql.array([...called], "text")})`);
  const all = [...new Set(roles.flatMap((role) => rights[role].calls))];

  test("runs as the owner with a fixed search path, or only reads what its caller may read", async ({
    fileDatabase: database,
  }) => {
    const wrong = (await readGranted(database, all)).filter(({ is_definer, is_volatile, settings }) => {
      if (!is_definer) return is_volatile;
      return !settings?.includes("search_path=public, pg_temp");
    });
    expect(wrong, 'add "security definer set search_path = public, pg_temp" after the language').toEqual([]);
  });

  test("names the merchant where the ingress acts for one", async ({ fileDatabase: database }) => {
    /** Who decides, where no merchant calls. */
    const others = {
      accept_invitation: "a person, by the secret token of the invitation",
      accept_payouts: "each request of the batch names its merchant",
      add_own_merchant: "a person, who becomes its owner",
      add_passkey: "a person, about their own account",
      begin_totp: "a person, about their own account",
      change_password: "a person, whose session was found by its token",
      confirm_totp: "a person, about their own account",
      decide_verification: "a reviewer of the platform, who must not belong to the merchant",
      disable_totp: "a person, about their own account",
      end_session: "a person, about a session of their own",
      end_sessions: "a person, about sessions of their own",
      find_credentials: "whoever signs in, whose password is compared with them",
      find_invitation: "whoever has the secret token of the invitation",
      find_mail_token: "whoever has the secret token of a mail",
      finish_sign_in: "a person, by the secret token of the started sign-in",
      give_back_attempts: "nobody: what is counted is no merchant's",
      keep_requests: "the process itself: each request of the batch names its merchant",
      list_kept_mails: "whoever develops here, where nothing sends mail",
      list_sessions: "a person, about sessions of their own",
      measure_floats:
        "whoever runs the service: what each gateway holds by our books and by what it says, and no row of anybody",
      measure_payouts: "whoever runs the service: counts and ages over everybody's, and no row of anybody",
      measure_service: "whoever runs the service: counts and ages over everybody's, and no row of anybody",
      note_encryption_key:
        "the process itself: whether it has the keys of the database, and no row of anybody",
      prove_by_password: "a person, whose session was found by its token",
      record_credit_notice: "the provider, whose signature was checked",
      record_http_credit: "the provider, whose signature was checked",
      record_provider_notice: "the provider, whose signature was checked",
      remove_passkey: "a person, about their own account",
      rename_passkey: "a person, about their own account",
      renew_recovery_codes: "a person, about their own account",
      renew_session: "a person, whose session was found by its token",
      request_name_enquiries: "each enquiry of the call names its merchant",
      request_password_reset: "strangers, whose mails are counted",
      resend_verification: "strangers, whose mails are counted",
      reset_password: "whoever has the secret token of a mail",
      return_proof_attempt: "a person, about their own account",
      show_checkout_sessions: "payers whose sessions were found by their tokens",
      show_merchant: "a person, who must belong to the merchant",
      sign_in: "a person, whose password was right",
      sign_up: "strangers, whose sign-ups are counted",
      sign_up_by_invitation: "a stranger, by the secret token of the invitation",
      simulate_checkout_transfer: "a payer, by the link and the secret token of the session",
      start_checkout_session: "a payer, by the link",
      start_session: "a person who has just signed in",
      take_attempts: "nobody: what is counted is no merchant's",
      take_proof_attempt: "a person, about their own account",
      use_passkey: "a person, by the signature that was checked",
      use_recovery_code: "a person, about their own account",
      use_session: "a person, by the secret token of the session",
      use_sign_in: "a person, by the secret token of the started sign-in",
      use_totp_step: "a person, about their own account",
      verify_email: "whoever has the secret token of a mail",
      watched_sessions: "people whose sessions were found by their tokens when they began to watch",
    };
    const functions = (await readGranted(database, rights.ingress.calls)).filter((one) => one.is_definer);
    const nameless = functions.filter(({ parameters }) => !parameters.startsWith("p_merchant_id bigint"));
    expect(nameless.map(({ name }) => name).toSorted()).toEqual(Object.keys(others));
  });

  test("is any that a query in sql/ or scripts/ops calls", async ({ fileDatabase: database }) => {
    const existing = await database.anyFirst(sql.type(z.object({ name: z.string() }))`
      select proname as name from pg_proc where pronamespace = 'public'::regnamespace`);
    const folders: [path: string, files: RegExp][] = [
      ["../../sql/", /^(?!install\/|functions\.generated).*\.ts$/],
      ["../../scripts/ops/", /\.sql$/],
    ];
    const texts = folders.map(async ([path, files]) => {
      const folder = new URL(path, import.meta.url);
      const names = (await readdir(folder, { recursive: true })).filter((name) => files.test(name));
      return Promise.all(names.map((name) => readFile(new URL(name, folder), "utf8")));
    });
    const text = (await Promise.all(texts))
      .flat()
      .join("\n")
      .replaceAll(/\/\*[\s\S]*?\*\/|--.*$/gm, "");
    const called = existing.filter((name) =>
      new RegExp(`\\b${name}\\(|function: "${name}"|\\bcall\\w*\\(\\s*"${name}"`).test(text),
    );
    expect(called.length).toBeGreaterThan(150);
    const missing = called.filter((name) => !all.includes(name));
    expect(missing, `these are called; ${DECLARE}`).toEqual([]);
  });
});

describe("each role is refused", () => {
  const denied = expect.stringMatching(/^42501 (permission denied|must be|only roles)/);
  /** What none of them may do. */
  const forbidden = {
    "writing the ledger": [
      "insert into ledger_entries (journal_id, account_id, amount) values (1, 1, 1)",
      "update ledger_entries set amount = 0",
      "delete from ledger_journals",
      "truncate ledger_entries, ledger_journals",
      "update ledger_accounts set balance = 1000000",
      "select post_journals('{}')",
    ],
    "writing a table past its functions": [
      "update payouts set status = 'succeeded'",
      "insert into merchants (reference, name, email) values ('x', 'x', 'x')",
      "update merchants set kyb_status = 'approved'",
      "delete from events",
      "update api_keys set scopes = '{}'",
      "update webhook_endpoints set url = 'https://attacker.example'",
      "select nextval('sandbox_account_numbers')",
    ],
    "leaving the database": [
      "copy (select 1) to program 'true'",
      "copy banks (code) from program 'echo 1'",
      "copy (select 1) to '/tmp/out'",
      "select pg_read_file('/etc/passwd')",
      "select lo_import('/etc/passwd')",
      "create extension file_fdw",
    ],
    "making things, or becoming somebody else": [
      "create table mine (id int)",
      "create function mine() returns int language sql as 'select 1'",
      "create schema mine",
      "create role mine",
      "create trigger mine after insert on payouts execute function refuse_changes()",
      "alter table ledger_entries disable trigger all",
      "drop function post_journals",
    ],
    "the queue's functions": [
      "select queue_live_money.add_job('execute_payout', '{}')",
      "select queue_live_money.force_unlock_workers(array['x'])",
      "select enqueue_jobs('execute_payout', array[1])",
    ],
  };
  const cases = roles.flatMap((role) =>
    Object.entries(forbidden).map(([what, statements]) => ({ role, what, statements })),
  );
  test.for(cases)("$role: $what", async ({ role, statements }, { as }) => {
    for (const statement of statements) expect(await as(role, statement), statement).toEqual(denied);
  });

  test.for(roles)("%s: taking the owner's or another role", async (role, { as, fileDatabase: database }) => {
    const owner = await database.oneFirst(
      sql.type(z.object({ owner: z.string() }))`select current_user as owner`,
    );
    const others = Object.values(roleNames(inject("template"))).filter((name) => !name.endsWith(`_${role}`));
    for (const name of [owner, ...others]) expect(await as(role, `set role "${name}"`), name).toEqual(denied);
  });

  /** What one of them may read, and the others must not. */
  const secrets: [statement: string, allowed: Role[]][] = [
    ["select secret from webhook_endpoints", ["operator"]],
    ["select previous_secret from webhook_endpoints", ["operator"]],
    ["select webhook_endpoint_json(w) from webhook_endpoints w", ["operator"]],
    ["select secret_hash from api_keys", ["ingress"]],
    ["select encrypted_record from identity_records", ["workers", "operator"]],
    ["select encrypted_phone from identity_checks", ["workers", "operator"]],
    ["select encrypted_phone from sandbox_identities", ["operator"]],
    ["select email from merchants", ["operator"]],
    ["select payload from queue_live_money._private_jobs", ["workers"]],
    ["select key from queued_jobs", ["operator"]],
    ["select amount from ledger_entries", ["operator"]],
    ["select settle_credit(0)", ["workers"]],
    // Live money that nobody reported; what the http gateway reports comes to the ingress.
    ["select outcome from record_credit('live', 'va_x', 'x', 1, 'NGN', null, true, 'paystack')", []],
    ["select outcome from record_http_credit('va_x', 'x', 1, 'NGN', null, true, null)", ["ingress"]],
    ["select outcome from cancel_payout(0, 'test', 'x', null, null)", ["ingress"]],
    ["select resolve_suspended_credit('x', 'release', null, null)", ["operator"]],
  ];
  test.for(secrets)("but for who needs it: %s", async ([statement, allowed], { as }) => {
    for (const role of roles) {
      const response = await as(role, statement);
      if (!allowed.includes(role)) expect(response, role).toEqual(denied);
      else expect(response, role).not.toEqual(denied);
    }
  });

  test("a table of its own does not stand in for one of the service's", async ({
    as,
    fileDatabase: database,
    fileMerchant: { tenant },
  }) => {
    await as("ingress", "create temporary table host_checks (like host_checks including all)");
    await as("ingress", `select request_host_check(${tenant.merchantId}, 'test', 'shadow.example')`);
    expect(await as("ingress", "select host from pg_temp.host_checks")).toEqual([]);
    const host = sql.type(z.object({ host: z.string() }))`select host from host_checks`;
    expect(await database.anyFirst(host)).toEqual(["shadow.example"]);
  });
});
