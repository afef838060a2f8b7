import { randomBytes } from "node:crypto";
import type pg from "pg";
import { describe, expect, inject, test as base } from "vitest";
import { openRoles } from "../../scripts/postgres/open-roles.ts";
import { migrate } from "../../sql/install/migrate.ts";
import { RolesMissing } from "../../sql/install/create-roles.ts";
import { roleNames } from "../../sql/install/role-names.ts";
import { dropRoles } from "../helpers/database/drop-roles.ts";
import { runAdminQuery } from "../helpers/database/run-admin-query.ts";

type Owned = {
  name: string;
  url: string;
  /** Runs a statement as the server's administrator, in this database. */
  asAdministrator: (statement: string) => Promise<pg.QueryResultRow[]>;
};

/** An empty database whose owner is no superuser, with or without the right to make roles. */
async function useOwned(attribute: string, use: (owned: Owned) => Promise<void>): Promise<void> {
  const serverUrl = inject("serverUrl");
  const name = `payments_test_owned_${randomBytes(5).toString("hex")}`;
  const password = randomBytes(12).toString("hex");
  await runAdminQuery(serverUrl, `create role ${name}_owner login ${attribute} password '${password}'`);
  await runAdminQuery(serverUrl, `create database ${name} owner ${name}_owner`);
  const url = new URL(serverUrl);
  url.pathname = name;
  const administrator = url.href;
  url.username = `${name}_owner`;
  url.password = password;
  await use({
    name,
    url: url.href,
    asAdministrator: (statement) => runAdminQuery(administrator, statement),
  });
  await runAdminQuery(serverUrl, `drop database ${name} with (force)`);
  await dropRoles(serverUrl, name);
}

const test = base.extend<{ mayMakeRoles: Owned; mayNot: Owned }>({
  mayMakeRoles: async ({}, use) => useOwned("createrole", use),
  mayNot: async ({}, use) => useOwned("nocreaterole", use),
});

const rightsOf = (name: string) =>
  `select has_function_privilege(
      '${name}_ingress', 'cancel_payout(bigint, text, text, acting, caller)', 'execute'
    ) as calls,
    has_table_privilege('${name}_ingress', 'payouts', 'select') as reads,
    has_table_privilege('${name}_ingress', 'payouts', 'update') as writes`;
const granted = [{ calls: true, reads: true, writes: false }];

describe("npm run migrate", () => {
  test("makes the roles as an owner that is no superuser, and gives back what was taken from them", async ({
    mayMakeRoles: { name, url, asAdministrator },
  }) => {
    await migrate(url);
    expect(await asAdministrator(rightsOf(name))).toEqual(granted);
    await asAdministrator(`revoke select on payouts from ${name}_ingress`);
    await asAdministrator(`grant update on payouts to ${name}_ingress`);
    await asAdministrator(`grant execute on function post_journals to public`);
    await asAdministrator(`drop function cancel_payout`);
    await asAdministrator(`delete from applied_files where name = 'payouts/cancel_payout.sql'`);
    await migrate(url);
    expect(await asAdministrator(rightsOf(name))).toEqual(granted);
    const posts = `has_function_privilege('${name}_workers', 'post_journals(ledger_movement[])', 'execute')`;
    expect(await asAdministrator(`select ${posts} as posts`)).toEqual([{ posts: false }]);
  });

  test("says which statements an administrator has to run, before it changes anything", async ({
    mayNot: { name, url, asAdministrator },
  }) => {
    const refusal = await migrate(url).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RolesMissing);
    const { message, statements } = refusal as RolesMissing;
    expect(statements).toHaveLength(4 + 8);
    for (const statement of statements) expect(message).toContain(`${statement};`);
    expect(await asAdministrator("select to_regclass('applied_files') as files")).toEqual([{ files: null }]);

    // The role of reads from a replica is not needed, and gets its rights once it is there.
    const ofReader = (statement: string) => statement.includes(`${name}_reader`);
    expect(statements.filter(ofReader)).toHaveLength(1);
    for (const statement of statements.filter((one) => !ofReader(one))) await asAdministrator(statement);
    await migrate(url);
    expect(await asAdministrator(rightsOf(name))).toEqual(granted);
    await asAdministrator(statements.find(ofReader)!);
    await migrate(url);
    const reads = `has_table_privilege('${name}_reader', 'daily_totals', 'select')`;
    expect(await asAdministrator(`select ${reads} as reads`)).toEqual([{ reads: true }]);
  });

  test("is told apart from npm start, which goes on as the owner where there can be no roles", async ({
    mayNot: { url, asAdministrator },
  }) => {
    const { exist, urls, problem } = await openRoles({ url, secret: "s", isOurs: false });
    const asOwner = { ingress: url, workers: url, operator: url, reader: url };
    expect({ exist, urls }).toEqual({ exist: false, urls: asOwner });
    expect(problem).toContain("create role");
    await migrate(url, { withRoles: false });
    expect(await asAdministrator("select count(*)::int as n from payouts")).toEqual([{ n: 0 }]);
  });
});

describe("npm start", () => {
  test("lets roles log in that it made, and leaves the passwords of others alone", async ({
    mayMakeRoles: { name, url, asAdministrator },
  }) => {
    const first = await openRoles({ url, secret: "first", isOurs: false });
    expect(first.problem).toBeUndefined();
    expect(new URL(first.urls.workers).username).toBe(`${name}_workers`);
    expect(await runAdminQuery(first.urls.workers, "select current_user as me")).toEqual([
      { me: `${name}_workers` },
    ]);
    expect((await openRoles({ url, secret: "first", isOurs: false })).urls).toEqual(first.urls);

    const hashes = `select rolpassword from pg_authid where starts_with(rolname, '${name}_') order by rolname`;
    const before = await asAdministrator(hashes);
    await openRoles({ url, secret: "another", isOurs: false });
    expect(await asAdministrator(hashes)).toEqual(before);
  });
});

test("a role's name is never cut off", () => {
  expect(roleNames("d".repeat(54)).operator).toHaveLength(63);
  expect(() => roleNames("d".repeat(55))).toThrow("too long");
});
