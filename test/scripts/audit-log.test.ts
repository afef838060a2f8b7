import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { AdminCommand } from "../../scripts/admin/command.ts";
import { nouns } from "../../scripts/admin/commands.ts";
import {
  createDatabase,
  inReadOnlyTransaction,
  type Connection,
  type Database,
} from "../../sql/process/database.ts";
import { errorName } from "../../sql/process/errors.ts";
import { actingAs } from "../../sql/audit-log/acting.ts";
import { listAuditLog } from "../../sql/audit-log/audit-log.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { roleUrl } from "../helpers/database/role-url.ts";
import { test as base } from "../helpers/test.ts";
import { arrangeTargets, refuse, runnableAs, scriptValues, type Targets } from "./operator-targets.ts";

/** With a pool of the operator's role. */
const test = base.extend<{ operator: Database }>({
  operator: async ({ databaseUrl }, use) => {
    const url = roleUrl(databaseUrl, "operator");
    const operator = await createDatabase({ url, maxPoolSize: 1, applicationName: "admin" });
    await use(operator);
    await operator.end();
  },
});

const run = promisify(execFile);
const folder = new URL("../../scripts/ops/", import.meta.url);

const writing = nouns.flatMap(([noun, , verbs]) =>
  Object.entries(verbs)
    .filter(([, { writes }]) => writes)
    .map(([verb, command]) => [`${noun} ${verb}`, command] as const),
);
const reading = nouns.flatMap(([noun, , verbs]) =>
  Object.entries(verbs)
    .filter(([, { writes }]) => !writes)
    .map(([verb, command]) => [`${noun} ${verb}`, command] as const),
);

const paths = (await readdir(folder, { recursive: true })).filter(
  (name) => name.endsWith(".sql") && !name.startsWith("arguments/"),
);
const scripts = await Promise.all(
  paths.map(async (path) => {
    const text = await readFile(new URL(path, folder), "utf8");
    return { name: basename(path), path, text, usage: /^\\set usage '(.*)'$/m.exec(text)?.[1] ?? "" };
  }),
);
const writingScripts = scripts.filter(({ usage }) => usage.includes("operator="));

/** Runs a script as an operator does, with -v for each value. */
async function psql(databaseUrl: string, name: string, values: Record<string, string>) {
  const flags = Object.entries(values).flatMap(([variable, value]) => ["-v", `${variable}=${value}`]);
  const words = [
    "-X",
    roleUrl(databaseUrl, "operator"),
    ...flags,
    "-f",
    fileURLToPath(
      new URL(
        paths.find((path) => path.endsWith(`/${name}`))!,
        folder,
      ),
    ),
  ];
  try {
    return { code: 0, ...(await run("psql", words)) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

/** Whether a script is told what to look for, besides who runs it, why and with which gateway. */
const namesRows = (values: Record<string, string>) =>
  Object.keys(values).some((variable) => !["operator", "reason", "gateway"].includes(variable));

const isThere = await run("psql", ["--version"]).then(
  () => true,
  () => false,
);
if (!isThere) console.log("The operators' scripts are not tested: there is no psql on PATH.");

const carryOut = (connection: Connection, command: AdminCommand, values: Record<string, unknown>) => {
  const { acting, run: go } = command.prepare(values);
  return go(runnableAs(connection, { actor: "somebody", ...acting }));
};

/** Where an action of this name on something of the merchant's is: whose affairs, and in which environment. */
function placeOf(name: string, merchant: string) {
  if (
    ["bank import-codes", "encryption reencrypt", "prove-ledger.sql", "retry-job.sql"].includes(name) ||
    name.startsWith("reviewer ")
  )
    return { merchant: null, environment: null };
  if (name.startsWith("statement ") || name === "resolve-difference.sql")
    return { merchant: null, environment: "live" };
  if (name === "after-restore.sql") return { merchant: null, environment: "live" };
  // Whose payout is held is nothing for its owners.
  if (
    ["retry-jobs.sql", "block-recipient.sql", "unblock-recipient.sql", "decide-held-payout.sql"].includes(
      name,
    )
  )
    return { merchant: null, environment: "test" };
  // Nor is it which gateway a merchant's payouts go through.
  if (["set-gateway-rule.sql", "set-float-minimum.sql", "move-float.sql"].includes(name))
    return { merchant: null, environment: "live" };
  return {
    merchant,
    environment: /^(merchant |kyb |verification |limit |origin |set-merchant-tier)/.test(name)
      ? null
      : "test",
  };
}

/** Where the newest entry of the log is. Operators have no id and no address. */
async function newestPlace(database: Database) {
  const place = z.object({ merchant: z.string().nullable(), environment: z.string().nullable() });
  return database.one(sql.type(place)`
    select m.reference as merchant, a.environment from audit_log a left join merchants m on m.id = a.merchant_id
    where a.id = (select max(id) from audit_log) and a.person_id is null and a.address is null`);
}

/** What is in every table that operators may change; enquiries are asked before an account is saved. */
async function fingerprint(database: Database): Promise<readonly unknown[]> {
  return database.any(sql.type(z.object({ table_name: z.string(), rows: z.string() }))`
    select table_name::text,
      md5(query_to_xml(format('select t::text as row from %I t order by 1', table_name), true, false, '')::text) as rows
    from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'name_enquiries' order by 1`);
}

test.for(writing)(
  "%s leaves one row that says who, what, to what and why, and does nothing where it cannot be written",
  async ([name, command], { database, operator }) => {
    const targets = await arrangeTargets(database);
    const values = targets.commands[name];
    if (values === undefined) throw new Error(`give ${name} a case in operator-targets.ts`);
    const named = { ...values, operator: "Ada Okafor", reason: "ticket 12" };
    const before = await fingerprint(database);
    const allow = await refuse(database, "audit_log");
    await expect(carryOut(operator, command, named)).rejects.toThrow("refused");
    expect(await fingerprint(database)).toEqual(before);
    await allow();

    const earlier = await listAuditLog(database, { limit: 100 });
    await carryOut(operator, command, named);
    const actions = await listAuditLog(database, { limit: 100 });
    expect(actions).toHaveLength(earlier.length + 1);
    expect(actions[0]).toMatchObject({ action: name, actor: "Ada Okafor", reason: "ticket 12" });
    const merchant = name === "merchant create" ? actions[0]!.target : targets.merchant;
    expect(await newestPlace(database)).toEqual(placeOf(name, merchant));
    await expectNothingSecret(database, targets);
  },
);

test("a command that is said to read cannot write", async ({ database, operator }) => {
  const writes = writing.find(([name]) => name === "merchant create")![1];
  const values = { name: "Ada", email: "ada@example.com" };
  const forbidden = inReadOnlyTransaction(operator, (connection) => carryOut(connection, writes, values));
  await expect(forbidden).rejects.toThrow("read-only transaction");
  const { commands } = await arrangeTargets(database);
  for (const [name, command] of reading)
    await inReadOnlyTransaction(operator, (connection) => carryOut(connection, command, commands[name]!));
});

test("the log is never changed, masks secrets and personal data, and is read in pages", async ({
  database,
}) => {
  const log = (target: string) =>
    database.query(sql.type(z.object({}))`
      select log_action(null, null, 'test', ${target}, null, ${sql.jsonb({
        email: "ada.okafor@example.com",
        account: "0123456789",
        keys: ["sk_live_abcdefgh12345678", "plain"],
        amount: 12_345_678_901,
      })}, ${actingAs({ actor: "Ada", reason: "asked by 08031234567, whsec_c2VjcmV0 and ada@example.com" })})`);
  for (let n = 0; n < 5; n += 1) await log(`mer_${n}`);
  const [newest, ...rest] = await listAuditLog(database, { limit: 3 });
  expect(newest).toMatchObject({
    target: "mer_4",
    after: {
      email: "****@example.com",
      account: "******6789",
      keys: ["sk_live_****", "plain"],
      amount: 12_345_678_901,
    },
    reason: "asked by ******4567, whsec_**** and ****@example.com",
  });
  const next = await listAuditLog(database, { limit: 3, before: rest.at(-1)!.id });
  expect(next.map(({ target }) => target)).toEqual(["mer_1", "mer_0"]);
  expect(await listAuditLog(database, { limit: 3, target: "mer_2" })).toHaveLength(1);

  for (const change of [
    sql.fragment`update audit_log set actor = 'nobody'`,
    sql.fragment`delete from audit_log`,
    sql.fragment`truncate audit_log`,
  ]) {
    const error = await database.query(sql.type(z.object({}))`${change}`).catch((e: unknown) => e);
    expect(errorName(error)).toBe("append_only");
  }
});

test("a change by nobody in particular stands under the database's user", async ({ operator }) => {
  await operator.query(
    sql.type(z.object({}))`select create_merchant('Kaduna Books', 'ada@example.com', null)`,
  );
  const entry = z.object({ is_user: z.boolean(), person_id: z.null(), reason: z.null() });
  expect(
    await operator.one(sql.type(entry)`
      select actor = session_user and actor = database_user as is_user, person_id, reason from audit_log`),
  ).toEqual({ is_user: true, person_id: null, reason: null });
});

describe.runIf(isThere)("every script of scripts/ops", () => {
  test.for(scripts)(
    "$name says how it is run, checks that, and is documented",
    async ({ name, path, text, usage }) => {
      expect(usage).toMatch(/^psql "\$DATABASE_URL" /);
      expect(usage).toContain(` -f scripts/ops/${path}`);
      expect(text).toContain(`\\set ON_ERROR_STOP on\n\\set usage '${usage}'\n\\ir ../arguments/check.sql\n`);
      // After the commit one of them waits and counts.
      expect(text).toMatch(/;\ncommit;\n(select [^;]*;\n)?$/);
      // What changes something goes through a function, which logs it.
      expect(text).not.toMatch(/^\s*(insert|update|delete|with)\b/m);
      expect(await readFile(new URL("../../docs/operating/scripts.md", import.meta.url), "utf8")).toContain(
        name,
      );
    },
  );

  test.for(scripts)(
    "$name refuses a missing and a wrong -v with its usage, and exits with an error",
    async ({ name, usage }, { fileDatabaseUrl: databaseUrl }) => {
      const right = scriptValues(usage);
      const isOptional = (variable: string) => usage.includes(`[-v ${variable}=`);
      for (const variable of Object.keys(right)) {
        const { [variable]: _left, ...missing } = right;
        const attempts = isOptional(variable) ? [] : [missing, { ...right, [variable]: "" }];
        if (!["operator", "reason", "name"].includes(variable))
          attempts.push({ ...right, [variable]: "'; drop x" });
        for (const values of attempts) {
          const { code, stdout, stderr } = await psql(databaseUrl, name, values);
          expect([name, code, stdout, stderr]).toEqual([
            ...[name, 3, ""],
            expect.stringContaining(`Usage: ${usage}`),
          ]);
          expect(stderr).toContain(`-v ${variable}=`);
        }
      }
      // The arguments in the usage are enough, although the rows that they name do not exist here.
      const { code, stderr } = await psql(databaseUrl, name, right);
      // This one needs an extension that a server has to load: test/operations/slow-statements.test.ts.
      const lacks = name === "slow-statements.sql";
      expect([name, code, stderr]).toEqual([
        name,
        namesRows(right) || lacks ? 3 : 0,
        expect.not.stringContaining("Usage"),
      ]);
    },
  );

  test("leaves one row that says who and why when it writes, and none when it is refused", async ({
    database,
    databaseUrl,
  }) => {
    const targets = await arrangeTargets(database);
    for (const { name, usage } of writingScripts) {
      const values = {
        ...scriptValues(usage),
        ...targets.scripts[name],
        operator: "Ada O'Kafor",
        reason: "ticket 12",
      };
      const before = await listAuditLog(database, { limit: 100 });
      const { code, stderr } = await psql(databaseUrl, name, values);
      expect([name, code, stderr]).toEqual([name, 0, ""]);
      const [newest, ...earlier] = await listAuditLog(database, { limit: 100 });
      expect(newest).toMatchObject({ actor: "Ada O'Kafor", reason: "ticket 12" });
      expect(earlier).toHaveLength(before.length);
      expect([name, await newestPlace(database)]).toEqual([name, placeOf(name, targets.merchant)]);

      const unknown = { ...scriptValues(usage), operator: "Ada", reason: "ticket 13" };
      if (!namesRows(unknown)) continue;
      expect((await psql(databaseUrl, name, unknown)).code).toBe(3);
      expect(await listAuditLog(database, { limit: 100 })).toHaveLength(before.length + 1);
    }
    await expectNothingSecret(database, targets);
    // An event that is sent again has all its attempts again.
    const resent = sql.type(z.object({ retries: z.number(), delivery_status: z.string() }))`
      select retries, delivery_status from events where reference = ${targets.scripts["resend-event.sql"]!.reference!}`;
    expect(await database.one(resent)).toEqual({ retries: 0, delivery_status: "pending" });
  });
});

async function expectNothingSecret(database: Database, { secrets }: Targets): Promise<void> {
  const log = JSON.stringify(await listAuditLog(database, { limit: 100 }));
  for (const secret of secrets) expect(log).not.toContain(secret);
}
