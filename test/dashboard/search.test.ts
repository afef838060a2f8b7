import { describe, expect } from "vitest";
import { z } from "zod";
import { referencePrefixes } from "../../sql/formats/references.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import type { Database } from "../../sql/process/database.ts";
import { keepRequests } from "../../sql/requests/request-log.ts";
import { createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { outcomeOf } from "../helpers/call.ts";
import { createLink, createVirtualAccount, payIn } from "../helpers/records.ts";
import { createUnmatchedCredit } from "../collections/create-unmatched-credit.ts";
import { createBatch, batchItems } from "../payout-batches/batch-steps.ts";
import { createPaidCollection, createRefund } from "../refunds/create-collection.ts";
import { acceptTestPayout } from "../payouts/accept-test-payouts.ts";
import { test } from "../helpers/test.ts";

async function createShop(database: Database) {
  const { tenant, keyReference } = await createMember(database, { available: 500_000n });
  const refund = await createRefund(database, tenant, await createPaidCollection(database, tenant, 5_000n));
  const payout = await acceptTestPayout(database, tenant);
  const batch = await createBatch(database, tenant, batchItems(1));
  const account = await createVirtualAccount(database, tenant, 5_000n);
  await payIn(database, account.reference, 5_000n);
  const slug = await createLink(database, tenant, { title: "Lamp" });
  const text = sql.type(z.object({ text: z.string() }));
  const event = await database.oneFirst(text`
    select reference as text from events where merchant_id = ${tenant.merchantId} order by id limit 1`);
  const number = await database.oneFirst(text`
    select account_number as text from virtual_accounts where reference = ${account.reference}`);
  const check = `kyc_${account.reference.slice(3)}`;
  await database.query(sql.type(z.object({}))`
    with record as (
      insert into identity_records (reference, merchant_id, environment, type, identifier_hash, status, requested_for)
      values (${check.replace("kyc", "idr")}, ${tenant.merchantId}, 'test', 'bvn', '', 'expired', '')
      returning id
    )
    insert into identity_checks (
      reference, merchant_id, environment, type, identity_record_id, status, name, is_cache_hit
    )
    select ${check}, ${tenant.merchantId}, 'test', 'bvn', id, 'succeeded', 'ADA OKAFOR', false from record`);
  const saved = `pac_${account.reference.slice(3)}`;
  await database.query(sql.type(z.object({}))`
    insert into payout_accounts (reference, merchant_id, environment, bank_code, account_number, account_name)
    values (${saved}, ${tenant.merchantId}, 'test', '058', '0123456789', 'ADA OKAFOR')`);
  const requestId = `request-${account.reference}`;
  const now = { arrivedAt: Date.now(), durationMs: 1, address: "127.0.0.1", errorCode: undefined };
  await keepRequests(database, {
    requests: [
      { ...tenant, ...now, caller: "key_x", requestId, method: "GET", path: "/v1/payouts", status: 200 },
    ],
  });
  const credit = await database.oneFirst(text`
    select reference as text from credits where merchant_id = ${tenant.merchantId} order by id desc limit 1`);
  const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
  const person = await createPerson(database, [[tenant.merchantId, "viewer"]]);
  const { session } = person;
  const invitation = saved.replace("pac", "inv");
  const document = saved.replace("pac", "doc");
  const passkey = saved.replace("pac", "psk");
  const merchant = await database.oneFirst(text`
    select reference as text from merchants where id = ${tenant.merchantId}`);
  await database.query(sql.type(z.object({}))`
    with invited as (
      insert into invitations (reference, merchant_id, email, role, token_hash, expires_at)
      values (${invitation}, ${tenant.merchantId}, 'chidi@example.com', 'viewer', decode(md5(${invitation}), 'hex'),
        now() + interval '1 day')
    ), sent as (
      insert into verification_documents (
        reference, merchant_id, kind, media_type, size, encrypted_key, encrypted_name, encrypted_content
      ) values (${document}, ${tenant.merchantId}, 'other', 'application/pdf', 1, '', '', '')
    )
    insert into passkeys (
      reference, person_id, credential_id, public_key, sign_count, transports, name, is_synced
    ) values (${passkey}, ${person.id}, decode(md5(${passkey}), 'hex'), '', 0, '{}', 'Phone', false)`);
  const ofBusiness: [string, string][] = [
    [owner.reference, "person"],
    [invitation, "invitation"],
    [document, "document"],
    [merchant, "business"],
    [passkey, "passkey"],
  ];
  const names: [string, string][] = [
    [credit, "payment"],
    [keyReference, "key"],
    [saved, "payout_account"],
    [requestId, "request"],
    [payout, "payout"],
    [refund, "refund"],
    [batch, "payout_batch"],
    [account.reference, "virtual_account"],
    [account.collection.reference, "collection"],
    [slug, "payment_link"],
    [event, "event"],
    [check, "identity_check"],
    [number, "virtual_account"],
  ];
  const unmatched = await createUnmatchedCredit(database, tenant, 900n);
  names.push([unmatched.credit, "payment"]);
  return { session, names, ofBusiness, slug, payout, credit, unmatched, account };
}

describe("a search", () => {
  test("finds everything by its exact name, its own merchant's in that environment alone", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const [mine, theirs] = [await createShop(fileDatabase), await createShop(fileDatabase)];
    const find = async (session: string, q: string, environment = "test") =>
      (
        await fileIngress.call("GET", `/dashboard/api/${environment}/search?q=${encodeURIComponent(q)}`, {
          session,
        })
      ).data;
    const kindsOf = async (name: string, environment?: string) =>
      (await find(mine.session, name, environment)).map((found: { kind: string }) => found.kind);
    for (const [name, kind] of mine.names) {
      expect([name, await kindsOf(name)]).toEqual([name, [kind]]);
      expect(await kindsOf(name, "live")).toEqual([]);
      expect(await find(theirs.session, name)).toEqual([]);
    }
    for (const [name, kind] of mine.ofBusiness) {
      for (const environment of ["test", "live"])
        expect([name, await kindsOf(name, environment)]).toEqual([name, [kind]]);
      expect(await find(theirs.session, name)).toEqual([]);
    }
    // What has no page of its own names the one that it stands on.
    expect(await find(mine.session, mine.credit)).toMatchObject([
      { kind: "payment", collection: mine.account.collection.reference, amount: { value: 5_000 } },
    ]);
    const [unmatched] = await find(mine.session, mine.unmatched.credit);
    expect(unmatched).toMatchObject({ kind: "payment", amount: { value: 900 } });
    expect(unmatched).not.toHaveProperty("collection");
    expect(await find(mine.session, `  ${mine.payout.toUpperCase()} `)).toHaveLength(1);
    expect(await find(mine.session, `https://pay.example/pay/${mine.slug}?x=1`)).toEqual([
      {
        kind: "payment_link",
        reference: mine.slug,
        title: "Lamp",
        status: "active",
        amount: { value: 500_000, currency: "NGN" },
      },
    ]);
  });

  test("finds what has a merchantReference, exactly and whatever its form", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const [mine, theirs] = [await createShop(fileDatabase), await createShop(fileDatabase)];
    const find = async (session: string, q: string, environment = "test") =>
      (
        await fileIngress.call("GET", `/dashboard/api/${environment}/search?q=${encodeURIComponent(q)}`, {
          session,
        })
      ).data.map((found: { kind: string }) => found.kind);
    const own = ["ORD/2026 #7", "0123456789", "42"];
    const tables = "payouts collections virtual_accounts payment_links identity_checks payout_accounts";
    for (const merchantReference of own) {
      for (const table of tables.split(" "))
        await fileDatabase.query(sql.type(z.object({}))`
          update ${sql.identifier([table])} set merchant_reference = ${merchantReference} where id = (
            select max(r.id) from ${sql.identifier([table])} r
            join payouts p on p.merchant_id = r.merchant_id and p.reference = ${mine.payout}
          )`);
      expect((await find(mine.session, ` ${merchantReference}\u00a0`)).sort()).toEqual([
        "collection",
        "identity_check",
        "payment_link",
        "payout",
        "payout_account",
        "virtual_account",
      ]);
      expect(await find(mine.session, merchantReference, "live")).toEqual([]);
      expect(await find(theirs.session, merchantReference)).toEqual([]);
      expect(await find(mine.session, `${merchantReference}1`)).toEqual([]);
    }
  });

  test("knows every kind of reference that somebody is shown", async ({ fileDatabase }) => {
    const { names, ofBusiness } = await createShop(fileDatabase);
    const found = new Set([...names, ...ofBusiness].map(([name]) => name.split("_")[0]));
    // A balance transaction is found by what it is of. No screen shows the others.
    const shownNowhere = ["btx", "idr", "ses", "mal", "dif"];
    expect(referencePrefixes.filter((prefix) => !found.has(prefix))).toEqual(shownNowhere);
  });

  test("finds nothing by a part of a name, a pattern or anything else", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { session, payout } = await createShop(fileDatabase);
    for (const q of [
      payout.slice(0, 20),
      "pyt_%",
      "%",
      "' or 1=1 --",
      "lamp",
      "012345678",
      "x".repeat(200),
    ]) {
      const { data } = await fileIngress.call(
        "GET",
        `/dashboard/api/test/search?q=${encodeURIComponent(q)}`,
        { session },
      );
      expect([q, data]).toEqual([q, []]);
    }
    for (const query of ["", "?q=", `?q=${"x".repeat(201)}`, "?q=%00", "?q=a&q=b"]) {
      const response = await fileIngress.call("GET", `/dashboard/api/test/search${query}`, { session });
      expect([query, outcomeOf(response)]).toEqual([query, "VALIDATION_ERROR"]);
    }
  });
});

describe("a list", () => {
  test("shows what was paid through one link, and the events of one thing", async ({ database, ingress }) => {
    const { tenant, key } = await createMember(database);
    const { session } = await createPerson(database, [[tenant.merchantId, "viewer"]]);
    const list = async (path: string, as: object) => (await ingress.call("GET", path, as)).data;
    const account = await createVirtualAccount(database, tenant, 5_000n);
    await payIn(database, account.reference, 5_000n);
    await payIn(database, (await createVirtualAccount(database, tenant, 100n)).reference, 100n);
    const { reference } = account.collection;
    const [event, ...more] = await list(`/v1/events?subject=${reference}`, { key });
    expect([event.type, event.data.reference, more]).toEqual(["collection.success", reference, []]);
    expect(await list(`/dashboard/api/test/events?subject=${reference}`, { session })).toEqual([event]);

    const slug = await createLink(database, tenant);
    await database.query(sql.type(z.object({}))`
      update collections set payment_link_id = (select id from payment_links where slug = ${slug})
      where reference = ${reference}`);
    const [collection, ...others] = await list(`/dashboard/api/test/collections?slug=${slug}`, { session });
    expect([collection.reference, others]).toEqual([reference, []]);
    const stranger = await createMember(database);
    for (const path of [`/v1/collections?slug=${slug}`, `/v1/events?subject=${reference}`]) {
      expect(await list(path, { key: stranger.key })).toEqual([]);
    }
  });

  test("shows which payments came in for a collection, and those that match nothing", async ({
    database,
    ingress,
  }) => {
    const { tenant } = await createMember(database);
    const { session } = await createPerson(database, [[tenant.merchantId, "viewer"]]);
    const account = await createVirtualAccount(database, tenant, 5_000n);
    for (const amount of [2_000n, 3_000n, 70n]) await payIn(database, account.reference, amount);
    const show = (path: string, as = session) =>
      ingress.call("GET", `/dashboard/api/test/${path}`, { session: as });
    const { reference } = account.collection;
    const payments = (await show(`collections/${reference}/payments`)).data;
    expect(payments.map((payment: never) => [payment["amount"]["value"], payment["status"]])).toEqual([
      [70, "suspended"],
      [3_000, "settled"],
      [2_000, "settled"],
    ]);
    const unmatched = (await show("unmatched-credits")).data;
    expect(unmatched).toMatchObject([{ collection: reference, amount: { value: 70 }, reason: "closed" }]);

    const stranger = await createMember(database);
    const other = await createPerson(database, [[stranger.tenant.merchantId, "owner"]]);
    expect(outcomeOf(await show(`collections/${reference}/payments`, other.session))).toBe("NOT_FOUND");
    expect((await show("unmatched-credits", other.session)).data).toEqual([]);
  });
});
