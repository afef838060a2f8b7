import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { setKybStatus } from "../../sql/merchants/merchants.ts";
import { savePayoutAccount } from "../../sql/payouts/accounts/payout-accounts.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf } from "../helpers/call.ts";
import { addKey, createLiveMember, createMember } from "../helpers/create-member.ts";
import { createPerson, type Person } from "../helpers/create-person.ts";
import type { TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test } from "../helpers/test.ts";
import { asOperator } from "../helpers/as-operator.ts";

const path = "/dashboard/api/audit-log";
const read = (ingress: TestIngress, session: string, query = "") =>
  ingress.call("GET", `${path}${query}`, { session });

const once = (key: string) => ({ "idempotency-key": key });

type Entry = { id: string; action: string; who: { reference: string } | null; target: string };

const log = (database: Database, merchantId: bigint, action: string, person: Person | null, n = 0) =>
  database.query(sql.type(z.object({}))`
    select from log_action(
      ${merchantId}, null, ${action}, ${`target-${n}`}, null, null,
      row(${person?.email ?? "Chidi of the platform"}, ${person?.id ?? null}, '203.0.113.9', 'a reason', null)::acting
    )`);

async function createOwner(database: Database) {
  const { tenant } = await createMember(database);
  return { ...(await createPerson(database, [[tenant.merchantId, "owner"]])), merchantId: tenant.merchantId };
}

describe("the audit log", () => {
  test("tells who did what from where, and never what an operator is called", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const owner = await createOwner(database);
    const reviewer = await createPerson(database, [], { isReviewer: true });
    await setKybStatus(database, {
      merchantId: owner.merchantId,
      status: "submitted",
      acting: { actor: "Chidi", reason: "looks good" },
    });
    await log(database, owner.merchantId, "verification approve", reviewer);
    await log(database, owner.merchantId, "key create", owner);
    const { data, text } = await read(ingress, owner.session);
    expect(data.slice(0, 3)).toMatchObject([
      { action: "key create", who: { email: owner.email, name: "Ada Okafor" }, address: "203.0.113.9" },
      { action: "verification approve", who: null, address: null },
      { action: "kyb set", who: null, after: { status: "submitted" } },
    ]);
    for (const secret of ["Chidi", "looks good", "a reason", reviewer.email, reviewer.reference]) {
      expect(text).not.toContain(secret);
    }
  });

  test("names the key that did it, by its reference and the name that lists give it", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant, key, keyReference } = await createMember(database);
    const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
    await ingress.call("PUT", "/v1/webhook-endpoint", { key, body: { url: "https://203.0.114.9/in" } });
    await log(database, tenant.merchantId, "webhook rotate", owner);
    // An operator is named to nobody, whatever the name is: operators have no address.
    await database.query(sql.type(z.object({}))`
      select from log_action(
        ${tenant.merchantId}, 'test', 'webhook rotate', 'x', null, null,
        row(${`${keyReference} or so`}, null, null, null, null)::acting
      )`);
    const { data, text } = await read(ingress, owner.session, "?limit=3");
    const name = `sk_test_…${key.slice(-4)}`;
    expect(data).toMatchObject([
      { who: null, key: null, address: null },
      { who: { email: owner.email }, key: null },
      {
        action: "webhook set",
        who: null,
        key: { reference: keyReference, name },
        address: "127.0.0.1",
      },
    ]);
    expect(text).not.toContain("or so");
  });

  test("is read by the key that acted, also after it was revoked, and never by another merchant's", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const [one, two] = [await createMember(database), await createMember(database)];
    const owner = await createPerson(database, [[one.tenant.merchantId, "owner"]]);
    const second = await addKey(database, { ...one.tenant, environment: "test" });
    for (const [n, key] of [one.key, second.key, two.key, one.key].entries()) {
      // Setting the same URL again would change nothing.
      const body = { url: `https://203.0.114.9/in-${n}` };
      const set = await ingress.call("PUT", "/v1/webhook-endpoint", { key, body });
      expect(set.status).toBe(200);
    }
    await log(database, one.tenant.merchantId, "webhook set", owner);
    await ingress.call("POST", `/dashboard/api/test/keys/${second.keyReference}/revoke`, {
      session: owner.session,
    });
    const actors = async (query: string) =>
      (await read(ingress, owner.session, query)).data.map(
        ({ key }: { key: { reference: string } }) => key?.reference,
      );
    expect(await actors(`?key=${one.keyReference}`)).toEqual([one.keyReference, one.keyReference]);
    expect(await actors(`?key=${second.keyReference}`)).toEqual([second.keyReference]);
    expect(await actors(`?key=${one.keyReference}&action=key%20create`)).toEqual([]);
    expect(await actors(`?key=${one.keyReference}&person=${owner.reference}`)).toEqual([]);
    expect(await actors(`?key=${two.keyReference}`)).toEqual([]);
    const first = await read(ingress, owner.session, `?key=${one.keyReference}&limit=1`);
    const rest = await actors(`?key=${one.keyReference}&limit=1&cursor=${first.meta.nextCursor}`);
    expect(rest).toEqual([one.keyReference]);
  });

  test("grows by 300 changes of a person or a merchant's keys within an hour, and by what takes rights away", async ({
    database,
    ingress,
  }) => {
    const { tenant, key } = await createMember(database);
    const { merchantId } = tenant;
    const [one, two] = [
      await createPerson(database, [[merchantId, "owner"]]),
      await createPerson(database, [[merchantId, "owner"]]),
    ];
    const addOrigin = (session: string, name: string) =>
      ingress.call("POST", "/dashboard/api/origins", {
        session,
        body: { origin: `https://${name}.example.com` },
      });
    const setWebhook = (name: string) =>
      ingress.call("PUT", "/v1/webhook-endpoint", { key, body: { url: `https://203.0.114.9/${name}` } });
    const make = (count: number, person: bigint | null) =>
      database.query(sql.type(z.object({}))`
        select log_action(
          ${merchantId}, null, 'webhook set', 'x', null, null,
          row('somebody', ${person}, '203.0.113.9', null, null)::acting
        ) from generate_series(1, ${count}::integer)`);
    await make(299, one.id);
    await make(299, null);
    expect((await addOrigin(one.session, "first")).status).toBe(201);
    expect((await setWebhook("first")).status).toBe(200);
    for (const refused of [await addOrigin(one.session, "second"), await setWebhook("second")]) {
      expect(outcomeOf(refused)).toBe("RATE_LIMITED");
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await addOrigin(two.session, "third")).status).toBe(201);
    const origins = await ingress.call("GET", "/dashboard/api/origins", { session: two.session });
    expect(origins.data).toEqual(["https://first.example.com", "https://third.example.com"]);
    const ended = await ingress.call("POST", "/dashboard/api/sessions/end-others", { session: one.session });
    expect(ended.status).toBe(200);

    await database.query(sql.type(z.object({}))`alter table audit_log disable trigger user`);
    await database.query(sql.type(z.object({}))`update audit_log set done_at = done_at - interval '1 hour'`);
    expect((await addOrigin(one.session, "second")).status).toBe(201);
  });

  test("has the live money that a person sends or calls back, without the account's number", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant, key } = await createLiveMember(database, 1_000_000n);
    const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
    const account = { bankCode: "044", accountNumber: "0690000031" };
    const saved = await savePayoutAccount(database, {
      tenant,
      ...account,
      accountName: "ADA OKAFOR",
      ...asOperator,
    });
    const body = { amount: { value: 12_300, currency: "NGN" }, payoutAccountId: saved!.reference };
    const send = (name: string) =>
      ingress.call("POST", "/dashboard/api/live/payouts", {
        session: owner.session,
        body,
        headers: once(name),
      });
    const { data: payout } = await send("once");
    // Neither a repetition nor what a key does is another action of a person.
    expect((await send("once")).status).toBe(201);
    expect((await ingress.call("POST", "/v1/payouts", { key, body, headers: once("by-key") })).status).toBe(
      201,
    );
    const facts = { amount: 12_300, bank: payout.destination.bankName, accountNumber: "******0031" };
    const actions = async () => (await read(ingress, owner.session, "?limit=2")).data;
    const who = { reference: owner.reference };
    const about = { environment: "live", target: payout.reference, who, address: "127.0.0.1" };
    const created = { action: "payout create", ...about, before: null, after: facts };
    expect(await actions()).toMatchObject([created, { action: "payout-account add" }]);

    await ingress.call("POST", `/dashboard/api/live/payouts/${payout.reference}/cancel`, {
      session: owner.session,
    });
    const canceled = { action: "payout cancel", ...about, before: facts, after: null };
    const { text, data } = await read(ingress, owner.session, "?limit=2");
    expect(data).toMatchObject([canceled, created]);
    expect(text).not.toContain("0690000031");
    expect(text).not.toContain("ADA OKAFOR");
  });

  test("leaves out test payouts: they move no money", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createMember(database, { available: 1_000_000n });
    const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
    const account = { bankCode: "044", accountNumber: "0690000031" };
    const saved = await savePayoutAccount(database, {
      tenant,
      ...account,
      accountName: "ADA OKAFOR",
      ...asOperator,
    });
    const body = { amount: { value: 12_300, currency: "NGN" }, payoutAccountId: saved!.reference };
    const { data: payout } = await ingress.call("POST", "/dashboard/api/test/payouts", {
      session: owner.session,
      body,
      headers: once("once"),
    });
    const cancel = `/dashboard/api/test/payouts/${payout.reference}/cancel`;
    expect((await ingress.call("POST", cancel, { session: owner.session })).data.status).toBe("canceled");
    expect((await read(ingress, owner.session)).text).not.toContain(payout.reference);
  });

  test("names the person whom it was done to", async ({ fileDatabase: database, fileIngress: ingress }) => {
    const owner = await createOwner(database);
    const viewer = await createPerson(database, [[owner.merchantId, "viewer"]]);
    await ingress.call("PATCH", `/dashboard/api/members/${viewer.reference}`, {
      session: owner.session,
      body: { role: "finance" },
    });
    expect((await read(ingress, owner.session)).data[0]).toMatchObject({
      action: "member set-role",
      target: viewer.reference,
      targetName: "Ada Okafor",
      before: { role: "viewer" },
      after: { role: "finance" },
    });
  });

  test("is read in pages that neither repeat nor leave out, by person and action", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const owner = await createOwner(database);
    const other = await createPerson(database, [[owner.merchantId, "developer"]]);
    for (let n = 0; n < 12; n += 1) {
      await log(
        database,
        owner.merchantId,
        n % 2 === 0 ? "key create" : "key revoke",
        n < 6 ? owner : other,
        n,
      );
    }
    const readAll = async (query: string) => {
      const entries: Entry[] = [];
      for (let cursor = ""; ;) {
        const page = await read(ingress, owner.session, `?limit=5${query}${cursor}`);
        entries.push(...page.data);
        if (!page.meta.hasMore) return entries;
        cursor = `&cursor=${page.meta.nextCursor}`;
        // What is written meanwhile does not displace the rest.
        await log(database, owner.merchantId, "key create", owner, 99);
      }
    };
    const targets = (await readAll(""))
      .map(({ target }) => target)
      .filter((one) => one.startsWith("target-"));
    expect(targets).toEqual(Array.from({ length: 12 }, (_, n) => `target-${11 - n}`));
    const ofOther = await readAll(`&person=${other.reference}`);
    expect(ofOther).toHaveLength(6);
    expect(ofOther.every(({ who }) => who?.reference === other.reference)).toBe(true);
    expect(await readAll(`&person=${other.reference}&action=key%20revoke`)).toHaveLength(3);
    const { meta } = await read(ingress, owner.session, "?limit=1");
    const moved = await read(ingress, owner.session, `?limit=1&action=kyb%20set&cursor=${meta.nextCursor}`);
    expect(outcomeOf(moved)).toBe("VALIDATION_ERROR");
  });

  test("is one merchant's own, whatever is asked for", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const [one, two] = [await createOwner(database), await createOwner(database)];
    for (const { merchantId } of [one, two]) await log(database, merchantId, "key create", two);
    await database.query(sql.type(z.object({}))`
      select from log_action(null, null, 'encryption reencrypt', 'x', null, null, null)`);
    const idsOf = async (owner: typeof one, query: string) =>
      (await read(ingress, owner.session, query)).data.map(({ id }: Entry) => id) as string[];
    const all = await database.any(sql.type(z.object({ id: z.string(), merchant_id: z.bigint().nullable() }))`
      select id::text as id, merchant_id from audit_log`);
    for (const owner of [one, two]) {
      const own = all.filter(({ merchant_id: id }) => id === owner.merchantId).map(({ id }) => id);
      for (const query of ["", `?person=${two.reference}`, "?action=key%20create"]) {
        expect((await idsOf(owner, query)).filter((id) => !own.includes(id))).toEqual([]);
      }
      expect((await idsOf(owner, "")).toSorted()).toEqual(own.toSorted());
    }
    const { meta } = await read(ingress, one.session, "?limit=1");
    expect(outcomeOf(await read(ingress, two.session, `?limit=1&cursor=${meta.nextCursor}`))).toBe(
      "VALIDATION_ERROR",
    );
  });
});
