import { readFile } from "node:fs/promises";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { AdminCommand } from "../../scripts/admin/command.ts";
import { nouns } from "../../scripts/admin/commands.ts";
import { readScripts } from "../../scripts/ops/read-scripts.ts";
import {
  createDatabase,
  inReadOnlyTransaction,
  type Connection,
  type Database,
} from "../../sql/process/database.ts";
import { errorName } from "../../sql/process/errors.ts";
import { actingAs } from "../../sql/audit-log/acting.ts";
import { listAuditLog } from "../helpers/list-audit-log.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { roleUrl } from "../helpers/database/role-url.ts";
import { opsFlags, runOps } from "../helpers/run-ops-script.ts";
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

const scripts = await readScripts();

/** Scripts that list what fits, which may be nothing. */
const lists = ["actions", "differences", "provider-margin", "tax-report", "verifications"];

/** Whether a script is told what to look for, besides who runs it, why and with which gateway. */
const namesRows = (name: string, values: Record<string, string>) =>
  !lists.includes(name) &&
  Object.keys(values).some((variable) => !["operator", "reason", "gateway"].includes(variable));

const carryOut = (connection: Connection, command: AdminCommand, values: Record<string, unknown>) => {
  const { acting, run: go } = command.prepare(values);
  return go(runnableAs(connection, { actor: "somebody", ...acting }));
};

/** Where an action of this name on something of the merchant's is: whose affairs, and in which environment. */
function placeOf(name: string, merchant: string) {
  const nobodys = { merchant: null, environment: null };
  switch (name) {
    case "bank import-codes":
    case "encryption reencrypt":
    case "prove-ledger":
    case "retry-job":
    case "set-reviewer":
      return nobodys;
    case "statement import":
    case "set-tariff":
    case "resolve-difference":
    case "after-restore":
    // Which gateway a merchant's payouts go through is nothing for its owners.
    case "set-gateway-rule":
    case "set-float-minimum":
    case "move-float":
    case "set-charge":
    case "set-duty-charged":
    case "remit-tax":
      return { merchant: null, environment: "live" };
    case "retry-jobs":
    // Nor is whose payout is held.
    case "block-recipient":
    case "unblock-recipient":
    case "decide-held-payout":
      return { merchant: null, environment: "test" };
    case "set-exemptions":
    case "refund-charges":
      return { merchant, environment: "live" };
    case "close-merchant":
    case "decide-verification":
    case "remove-origin":
    case "set-merchant-tier":
      return { merchant, environment: null };
    default:
      return { merchant, environment: /^(merchant|kyb|limit|origin) /.test(name) ? null : "test" };
  }
}

/** Where the newest entry of the log is. Operators have no id and no address. */
async function newestPlace(database: Database) {
  const place = z.object({ merchant: z.string().nullable(), environment: z.string().nullable() });
  return database.one(sql.type(place)`
    select m.reference as merchant, a.environment from audit_log a left join merchants m on m.id = a.merchant_id
    where a.id = (select max(id) from audit_log) and a.person_id is null and a.address is null`);
}

/**
 * The rows and the newest transaction of every table that operators may change; enquiries are asked before an account
 * is saved.
 */
async function fingerprint(database: Database): Promise<readonly unknown[]> {
  return database.any(sql.type(z.object({ table_name: z.string(), rows: z.string() }))`
    select table_name::text,
      query_to_xml(format('select count(*), max(xmin::text::bigint) from %I', table_name), true, false, '')::text
        as rows
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

test("a change by nobody in particular is listed under the database's user", async ({ operator }) => {
  await operator.query(
    sql.type(z.object({}))`select create_merchant('Kaduna Books', 'ada@example.com', null)`,
  );
  const entry = z.object({ is_user: z.boolean(), person_id: z.null(), reason: z.null() });
  expect(
    await operator.one(sql.type(entry)`
      select actor = session_user and actor = database_user as is_user, person_id, reason from audit_log`),
  ).toEqual({ is_user: true, person_id: null, reason: null });
});

describe("every script of scripts/ops", () => {
  test.for(scripts)("$name changes things through functions only, and is documented", async (script) => {
    // What changes something goes through a function, which logs it.
    for (const statement of script.statements)
      expect(statement).not.toMatch(/^\s*(insert|update|delete|with)\b/m);
    const document = await readFile(new URL("../../docs/operating/scripts.md", import.meta.url), "utf8");
    expect(document).toContain(`\`${script.name}\``);
  });

  test.for(scripts)(
    "$name refuses a missing and a wrong flag",
    async (script, { fileDatabaseUrl: databaseUrl }) => {
      const { name, flags } = script;
      const right = scriptValues(script);
      for (const [flag, type] of Object.entries(flags.shape)) {
        const { [flag]: _left, ...missing } = right;
        const attempts = z.safeParse(type, undefined).success ? [] : [missing];
        if (!["operator", "reason", "name", "key"].includes(flag))
          attempts.push({ ...right, [flag]: "'; drop x" });
        for (const values of attempts) {
          const { document, error } = await runOps(databaseUrl, name, ...opsFlags(values));
          expect([name, document, error?.code]).toEqual([name, {}, "VALIDATION_ERROR"]);
          expect(error!.message).toMatch(
            new RegExp(`^${opsFlags({ [flag]: "x" })[0]}: (is required|must be )`),
          );
        }
      }
      // These values are enough, although the rows that they name do not exist here.
      const { error } = await runOps(databaseUrl, name, ...opsFlags(right));
      // This one needs an extension that a server has to load: test/operations/slow-statements.system.test.ts.
      const lacks = name === "slow-statements";
      expect([name, error?.code]).toEqual([name, namesRows(name, right) || lacks ? "REFUSED" : undefined]);
    },
  );

  test("leaves one row that says who and why when it writes, and changes nothing where it cannot or is refused", async ({
    database,
    databaseUrl,
  }) => {
    const targets = await arrangeTargets(database);
    // After the merchant is closed, nothing can be done to it.
    const isLast = (name: string) => Number(name === "close-merchant");
    const writingScripts = scripts
      .filter(({ writes }) => writes)
      .toSorted((one, other) => isLast(one.name) - isLast(other.name));
    for (const script of writingScripts) {
      const { name } = script;
      const named = { operator: "Ada O'Kafor", reason: "ticket 12" };
      const words = [name, ...opsFlags({ ...scriptValues(script), ...targets.scripts[name], ...named })];
      const allow = await refuse(database, "audit_log");
      const unchanged = await fingerprint(database);
      expect((await runOps(databaseUrl, ...words)).error).toEqual({ code: "REFUSED", message: "refused" });
      expect([name, await fingerprint(database)]).toEqual([name, unchanged]);
      await allow();

      const before = await listAuditLog(database, { limit: 100 });
      expect([name, (await runOps(databaseUrl, ...words)).error]).toEqual([name, undefined]);
      const [newest, ...earlier] = await listAuditLog(database, { limit: 100 });
      expect(newest).toMatchObject({ actor: "Ada O'Kafor", reason: "ticket 12" });
      expect(earlier).toHaveLength(before.length);
      expect([name, await newestPlace(database)]).toEqual([name, placeOf(name, targets.merchant)]);

      const unknown = { ...scriptValues(script), operator: "Ada", reason: "ticket 13" };
      if (!namesRows(name, unknown)) continue;
      expect((await runOps(databaseUrl, name, ...opsFlags(unknown))).error?.code).toBe("REFUSED");
      expect(await listAuditLog(database, { limit: 100 })).toHaveLength(before.length + 1);
    }
    await expectNothingSecret(database, targets);
    // An event that is sent again has all its attempts again.
    const resent = sql.type(z.object({ retries: z.number(), delivery_status: z.string() }))`
      select retries, delivery_status from events where reference = ${targets.scripts["resend-event"]!.reference!}`;
    expect(await database.one(resent)).toEqual({ retries: 0, delivery_status: "pending" });
  });
});

async function expectNothingSecret(database: Database, { secrets }: Targets): Promise<void> {
  const log = JSON.stringify(await listAuditLog(database, { limit: 100 }));
  for (const secret of secrets) expect(log).not.toContain(secret);
}
