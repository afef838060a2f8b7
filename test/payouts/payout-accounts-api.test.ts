import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { setKybStatus } from "../../sql/merchants/merchants.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf, type ApiResponse, type Call } from "../helpers/call.ts";
import { addKey, createLiveMember, createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { eventually } from "../helpers/eventually.ts";
import { balancesOf, destination, ledgerDrift, saveAccount } from "../helpers/records.ts";
import { startProvider } from "../gateways/http/start-provider.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { test } from "../helpers/test.ts";

const account = { bankCode: "058", accountNumber: "0123456789" };
const kobo = (value: number) => ({ value, currency: "NGN" });
const PATH = "/v1/payout-accounts";
/** The same in the dashboard. */
const OWN = "/dashboard/api/test/payout-accounts";

const save = (call: Call, as: { key: string } | { session: string }, body: object = account) =>
  call("POST", "key" in as ? PATH : OWN, { ...as, body });
const list = async (call: Call, key: string) => (await call("GET", PATH, { key })).data;
const referenceOf = ({ data }: ApiResponse): string => data.reference;

/** The audit log of a merchant, oldest first: what was done to which target, by whom and from where. */
const auditOf = (database: Database, { merchantId }: Tenant) =>
  database.any(sql.type(
    z.object({
      action: z.string(),
      target: z.string(),
      actor: z.string(),
      personId: z.bigint().nullable(),
      address: z.string().nullable(),
      environment: z.string(),
    }),
  )`
    select action, target, actor, person_id as "personId", address, environment from audit_log
    where merchant_id = ${merchantId} and action like 'payout-account %' order by id`);

/** Makes a person's last proof of who they are older than it may be. */
const forgetProof = (database: Database, personId: bigint) =>
  database.query(sql.type(z.object({}))`
    update sessions set proved_at = now() - interval '11 minutes' where person_id = ${personId}`);

describe("a payout account", () => {
  test("is saved under the name that its bank gives, and again under the name that it gives now", async ({
    database,
    databaseUrl,
    ingress: { call },
  }) => {
    await using provider = await startProvider();
    await using _workers = await startTestWorkers(databaseUrl, provider.env);
    const { tenant, key, keyReference } = await createLiveMember(database);
    provider.names.set(account.accountNumber, "KEMI UDOH");
    const first = await save(call, { key });
    expect(first).toMatchObject({
      status: 201,
      data: {
        ...account,
        bankName: "Guaranty Trust Bank",
        accountName: "KEMI UDOH",
        isDefault: false,
        environment: "live",
      },
    });
    provider.names.set(account.accountNumber, "KEMI UDOH-BELLO");
    const again = await save(call, { key });
    expect(again).toMatchObject({ status: 201, data: { ...first.data, accountName: "KEMI UDOH-BELLO" } });
    expect(provider.calls.name).toBe(2);
    expect(await list(call, key)).toEqual([again.data]);
    expect((await call("GET", `${PATH}/${referenceOf(first)}`, { key })).data).toEqual(again.data);

    // What changed nothing is not in the log.
    await save(call, { key });
    const row = {
      action: "payout-account add",
      target: referenceOf(first),
      actor: keyReference,
      personId: null,
      address: "127.0.0.1",
      environment: "live",
    };
    expect(await auditOf(database, tenant)).toEqual([row, row]);
    const kept = await database.any(
      sql.type(z.object({ row: z.string() }))`select audit_log::text as row from audit_log`,
    );
    expect(JSON.stringify(kept)).not.toMatch(/KEMI|0123456789/);
  });

  test("is not saved where the bank does not say whose it is, or is not in the list", async ({
    database,
    databaseUrl,
    ingress: { call },
  }) => {
    await using provider = await startProvider();
    await using _workers = await startTestWorkers(databaseUrl, provider.env);
    const { key } = await createLiveMember(database);
    provider.names.set(account.accountNumber, null);
    expect(outcomeOf(await save(call, { key }))).toBe("INTERNAL_ERROR");
    provider.misbehave("name", "unavailable");
    expect(outcomeOf(await save(call, { key }))).toBe("INTERNAL_ERROR");
    for (const [body, field] of [
      [{ ...account, bankCode: "030" }, "bankCode"],
      [{ ...account, bankCode: "999" }, "bankCode"],
      [{ ...account, accountNumber: "12345" }, "accountNumber"],
      [{ bankCode: "058" }, "accountNumber"],
    ] as const) {
      expect(Object.keys((await save(call, { key }, body)).error.details!)).toEqual([field]);
    }
    expect(await list(call, key)).toEqual([]);
  });

  test("is one row, however often it is saved at once", async ({
    database,
    ingress: { call },
    databaseUrl,
    workers: _running,
  }) => {
    await using second = await startTestIngress(databaseUrl);
    const { tenant, key } = await createMember(database);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => save(n % 2 === 0 ? call : second.call, { key })),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
    expect(new Set(responses.map(referenceOf)).size).toBe(1);
    expect(await list(call, key)).toHaveLength(1);
    expect(await auditOf(database, tenant)).toHaveLength(1);
  });

  test("is saved once for an Idempotency-Key, which is replayed during an outage without asking the bank", async ({
    database,
    databaseUrl,
    ingress: { call },
  }) => {
    await using provider = await startProvider();
    await using _workers = await startTestWorkers(databaseUrl, provider.env);
    const { key } = await createLiveMember(database);
    const once = (idempotencyKey: string, body: object = account) =>
      call("POST", PATH, { key, body, headers: { "idempotency-key": idempotencyKey } });
    provider.misbehave("name", "unavailable", 1);
    expect(outcomeOf(await once("one"))).toBe("INTERNAL_ERROR");
    // A refused request leaves its key free.
    const saved = await once("one");
    expect([saved.status, saved.headers.get("idempotency-replayed")]).toEqual([201, null]);
    provider.misbehave("name", "unavailable");
    const before = provider.calls.name;
    const replayed = await once("one");
    expect(replayed).toMatchObject({ status: 201, data: saved.data });
    expect(replayed.headers.get("idempotency-replayed")).toBe("true");
    expect(outcomeOf(await once("one", { ...account, accountNumber: "0123456780" }))).toBe(
      "IDEMPOTENCY_KEY_CONFLICT",
    );
    expect(provider.calls.name).toBe(before);
    // Ten at once with a new key: one of them saves.
    provider.behave();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => once("two", { ...account, accountNumber: "0123456780" })),
    );
    expect(new Set(responses.map(referenceOf)).size).toBe(1);
    expect(responses.filter(({ headers }) => headers.get("idempotency-replayed") === null)).toHaveLength(1);
    // What was removed meanwhile is not there any more.
    await call("POST", `${PATH}/${referenceOf(saved)}/remove`, { key });
    expect(outcomeOf(await once("one"))).toBe("NOT_FOUND");
  });

  test("is the default alone, also when two are chosen at once", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const { tenant, key } = await createMember(database);
    const saved = await Promise.all(
      ["0123456780", "0123456781"].map((accountNumber) =>
        saveAccount(database, tenant, { ...destination, accountNumber }),
      ),
    );
    const choose = (reference: string, isDefault = true) =>
      call("PATCH", `${PATH}/${reference}`, { key, body: { isDefault } });
    for (let round = 0; round < 5; round += 1) {
      const responses = await Promise.all(saved.map(({ reference }) => choose(reference)));
      expect(responses.map(outcomeOf)).toEqual([200, 200]);
      const defaults = (await list(call, key)).filter(({ isDefault }: { isDefault: boolean }) => isDefault);
      expect(defaults).toHaveLength(1);
    }
    const { reference } = (await list(call, key)).find(({ isDefault }: { isDefault: boolean }) => isDefault);
    expect((await choose(reference, false)).data.isDefault).toBe(false);
    expect((await list(call, key)).map(({ isDefault }: { isDefault: boolean }) => isDefault)).toEqual([
      false,
      false,
    ]);
    for (const body of [{}, { isDefault: "yes" }, { isDefault: null }]) {
      const refused = await call("PATCH", `${PATH}/${reference}`, { key, body });
      expect(Object.keys(refused.error.details!)).toEqual(["isDefault"]);
    }
  });

  test("that was removed is nowhere any more: a payout to it is 422, the default one leaves none", async ({
    fileDatabase: database,
    fileIngress: { call },
    fileWorkers: _running,
  }) => {
    const { tenant, key, keyReference } = await createMember(database, { available: 1_000_000n });
    const { data } = await save(call, { key });
    const path = `${PATH}/${data.reference}`;
    await call("PATCH", path, { key, body: { isDefault: true } });
    const pay = (idempotencyKey: string, body: object) =>
      call("POST", "/v1/payouts", {
        key,
        body: { amount: kobo(100_000), ...body },
        headers: { "idempotency-key": idempotencyKey },
      });
    const paid = await pay("before", { payoutAccountId: data.reference });
    expect(paid.status).toBe(201);

    const removed = await call("POST", `${path}/remove`, { key });
    expect(removed).toMatchObject({ status: 200, data: { reference: data.reference, isDefault: true } });
    expect(await list(call, key)).toEqual([]);
    expect((await call("GET", `${PATH}?reference=${data.reference}`, { key })).data).toEqual([]);
    for (const response of [
      await call("GET", path, { key }),
      await call("POST", `${path}/remove`, { key }),
      await call("PATCH", path, { key, body: { isDefault: true } }),
    ])
      expect(outcomeOf(response)).toBe("NOT_FOUND");
    const refused = await pay("after", { payoutAccountId: data.reference });
    expect([refused.status, Object.keys(refused.error.details!)]).toEqual([422, ["payoutAccountId"]]);
    expect(outcomeOf(await pay("default", {}))).toBe("PAYOUT_DESTINATION_REQUIRED");
    expect((await pay("before", { payoutAccountId: data.reference })).data.reference).toBe(
      paid.data.reference,
    );

    // Saved again it is another one; the old reference stays removed, and the key of the refused payout is free.
    const again = await save(call, { key });
    expect(referenceOf(again)).not.toBe(data.reference);
    expect((await pay("after", { payoutAccountId: data.reference })).status).toBe(422);
    expect((await pay("after", { payoutAccountId: referenceOf(again) })).status).toBe(201);
    expect((await auditOf(database, tenant)).map(({ action, actor }) => [action, actor])).toEqual([
      ["payout-account add", keyReference],
      ["payout-account default", keyReference],
      ["payout-account remove", keyReference],
      ["payout-account add", keyReference],
    ]);
  });

  test("is one of 200 at most, and of the removed ones the newest 200 are kept", async ({
    fileDatabase: database,
    fileIngress: { call },
    fileWorkers: _running,
  }) => {
    const { tenant, key } = await createMember(database);
    const fill = (removed: boolean, count: number) =>
      database.query(sql.type(z.object({}))`
        insert into payout_accounts (
          reference, merchant_id, environment, bank_code, account_number, account_name, removed_at
        )
        select new_reference('pac'), ${tenant.merchantId}, 'test', '058',
          (${removed ? 7_000_000_000 : 8_000_000_000}::bigint + n)::text, 'ADA',
          case when ${removed} then now() - interval '1 day' end
        from generate_series(1, ${count}) n`);
    await fill(false, 199);
    const [one, two] = await Promise.all([
      save(call, { key }),
      save(call, { key }, { ...account, accountNumber: "0123456780" }),
    ]);
    expect([one, two].map(outcomeOf).toSorted()).toEqual([201, "STATE_CONFLICT"]);
    const last = (one.status === 201 ? one : two).data;
    // What is saved can be saved again.
    const { bankCode, accountNumber } = last;
    expect((await save(call, { key }, { bankCode, accountNumber })).status).toBe(201);
    await fill(true, 230);
    expect((await call("POST", `${PATH}/${last.reference}/remove`, { key })).status).toBe(200);
    const rows = await database.one(sql.type(z.object({ saved: z.int(), removed: z.int() }))`
      select count(*) filter (where removed_at is null)::integer as saved, count(removed_at)::integer as removed
      from payout_accounts where merchant_id = ${tenant.merchantId}`);
    expect(rows).toEqual({ saved: 199, removed: 200 });
    expect((await save(call, { key })).status).toBe(201);
  });

  test("belongs to one merchant and environment, and needs its scopes", async ({
    fileDatabase,
    fileIngress: { call },
  }) => {
    const { tenant, key } = await createMember(fileDatabase);
    const { reference } = await saveAccount(fileDatabase, tenant, destination, { isDefault: true });
    const live = await addKey(fileDatabase, tenant, { environment: "live" });
    const stranger = await createMember(fileDatabase, { available: 1_000_000n });
    for (const foreign of [live.key, stranger.key]) {
      expect(await list(call, foreign)).toEqual([]);
      for (const response of [
        await call("GET", `${PATH}/${reference}`, { key: foreign }),
        await call("PATCH", `${PATH}/${reference}`, { key: foreign, body: { isDefault: false } }),
        await call("POST", `${PATH}/${reference}/remove`, { key: foreign }),
      ])
        expect(outcomeOf(response)).toBe("NOT_FOUND");
    }
    expect(await list(call, key)).toMatchObject([{ reference, isDefault: true }]);

    const reads = await addKey(fileDatabase, tenant, { scopes: ["payout_accounts:read", "payouts:write"] });
    expect(await list(call, reads.key)).toHaveLength(1);
    expect(outcomeOf(await save(call, reads))).toBe("SCOPE_INSUFFICIENT");
    expect(outcomeOf(await call("POST", `${PATH}/${reference}/remove`, reads))).toBe("SCOPE_INSUFFICIENT");
    const writes = await addKey(fileDatabase, tenant, { scopes: ["payout_accounts:write"] });
    expect(outcomeOf(await call("GET", PATH, writes))).toBe("SCOPE_INSUFFICIENT");

    // A business that is not verified any more may still stop things.
    await setKybStatus(fileDatabase, { merchantId: tenant.merchantId, status: "rejected", acting: {} });
    const saved = await saveAccount(fileDatabase, { ...tenant, environment: "live" });
    expect(outcomeOf(await save(call, live))).toBe("KYB_LIVE_REQUIRED");
    expect(outcomeOf(await call("POST", `${PATH}/${saved.reference}/remove`, live))).toBe(200);
  });
});

describe("in the dashboard a payout account", () => {
  test("is saved, chosen and removed by finance people who have just proved who they are; the log names them", async ({
    fileDatabase: database,
    fileIngress: { call },
    fileWorkers: _running,
  }) => {
    const { tenant } = await createMember(database);
    const ada = await createPerson(database, [[tenant.merchantId, "finance"]]);
    const saved = await save(call, ada);
    expect(saved.status).toBe(201);
    const path = `${OWN}/${referenceOf(saved)}`;
    const choose = () => call("PATCH", path, { session: ada.session, body: { isDefault: true } });
    const remove = () => call("POST", `${path}/remove`, { session: ada.session });
    expect((await choose()).data.isDefault).toBe(true);

    await forgetProof(database, ada.id);
    for (const response of [await save(call, ada), await choose(), await remove()])
      expect(outcomeOf(response)).toBe("STEP_UP_REQUIRED");
    expect((await call("GET", OWN, { session: ada.session })).data).toHaveLength(1);

    const viewer = await createPerson(database, [[tenant.merchantId, "viewer"]]);
    expect(outcomeOf(await save(call, viewer))).toBe("ROLE_INSUFFICIENT");
    expect((await call("GET", path, { session: viewer.session })).data.isDefault).toBe(true);
    const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
    expect((await call("POST", `${path}/remove`, { session: owner.session })).status).toBe(200);
    const row = { target: referenceOf(saved), address: "127.0.0.1", environment: "test" };
    expect(await auditOf(database, tenant)).toEqual([
      { ...row, action: "payout-account add", actor: ada.email, personId: ada.id },
      { ...row, action: "payout-account default", actor: ada.email, personId: ada.id },
      { ...row, action: "payout-account remove", actor: owner.email, personId: owner.id },
    ]);
    const mails = await database.any(sql.type(z.object({ template: z.string(), facts: z.string() }))`
      select template, facts::text as facts from mails where recipient = ${owner.email} order by id`);
    expect(mails.map(({ template }) => template)).toEqual(["payout_account_removed"]);
    expect(mails[0]!.facts).toContain("Guaranty Trust Bank ****6789");
    expect(mails[0]!.facts).not.toMatch(/0123456789/);
  });

  test("is paid out to, once for an Idempotency-Key, and its journals sum to zero", async ({
    fileDatabase: database,
    fileIngress: { call },
    fileWorkers: _running,
  }) => {
    const { tenant } = await createMember(database, { available: 1_000_000n });
    const ada = await createPerson(database, [[tenant.merchantId, "finance"]]);
    const saved = await save(call, ada);
    // Test money needs no fresh proof.
    await forgetProof(database, ada.id);
    const pay = (headers: Record<string, string>) =>
      call("POST", "/dashboard/api/test/payouts", {
        session: ada.session,
        body: { amount: kobo(250_000), payoutAccountId: referenceOf(saved) },
        headers,
      });
    expect(outcomeOf(await pay({}))).toBe("IDEMPOTENCY_KEY_REQUIRED");
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => pay({ "idempotency-key": "form 1" })),
    );
    expect(new Set(responses.map(referenceOf)).size).toBe(1);
    const reference = referenceOf(responses[0]!);
    await eventually(async () => {
      const shown = await call("GET", `/dashboard/api/test/payouts/${reference}`, { session: ada.session });
      expect(shown.data.status).toBe("succeeded");
    });
    expect(await balancesOf(database, tenant)).toEqual({ available: 750_000, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);

    const journals = await call("GET", `/dashboard/api/test/journals/${reference}`, { session: ada.session });
    expect(journals.data.map(({ kind }: { kind: string }) => kind)).toEqual([
      "payout_accepted",
      "payout_settled",
    ]);
    expect(journals.data[0]).toMatchObject({
      subject: reference,
      entries: [
        { account: "available", amount: kobo(-250_000), balanceAfter: kobo(750_000) },
        { account: "reserved", amount: kobo(250_000), balanceAfter: kobo(250_000) },
      ],
    });
    for (const { entries } of journals.data) {
      const values = entries.map(({ amount }: { amount: { value: number } }) => amount.value);
      expect(values.reduce((sum: number, value: number) => sum + value, 0)).toBe(0);
    }
  });

  test("is not paid live money without a fresh proof", async ({ fileDatabase, fileIngress: { call } }) => {
    const { tenant } = await createLiveMember(fileDatabase, 1_000_000n);
    const { reference } = await saveAccount(fileDatabase, tenant);
    const ada = await createPerson(fileDatabase, [[tenant.merchantId, "finance"]]);
    const pay = () =>
      call("POST", "/dashboard/api/live/payouts", {
        session: ada.session,
        body: { amount: kobo(250_000), payoutAccountId: reference },
        headers: { "idempotency-key": "form 1" },
      });
    await forgetProof(fileDatabase, ada.id);
    expect(outcomeOf(await pay())).toBe("STEP_UP_REQUIRED");
    expect(await balancesOf(fileDatabase, tenant)).toEqual({ available: 1_000_000, reserved: 0 });
    await fileDatabase.query(
      sql.type(z.object({}))`update sessions set proved_at = now() where person_id = ${ada.id}`,
    );
    expect((await pay()).status).toBe(201);
  });
});

describe("the journals", () => {
  test("of a collection are those of its credits, and another tenant's are not there", async ({
    fileDatabase,
    fileIngress: { call },
  }) => {
    const { tenant, key } = await createMember(fileDatabase, { available: 500_000n });
    const [collection] = (await call("GET", "/v1/collections", { key })).data;
    const viewer = await createPerson(fileDatabase, [[tenant.merchantId, "viewer"]]);
    const show = (session: string, reference: string, environment = "test") =>
      call("GET", `/dashboard/api/${environment}/journals/${reference}`, { session });
    expect((await show(viewer.session, collection.reference)).data).toMatchObject([
      {
        kind: "credit_settled",
        entries: [
          { account: "available", amount: kobo(500_000), balanceAfter: kobo(500_000) },
          { account: "gateway", amount: kobo(-500_000) },
        ],
      },
    ]);
    const stranger = await createMember(fileDatabase);
    const other = await createPerson(fileDatabase, [[stranger.tenant.merchantId, "owner"]]);
    expect(outcomeOf(await show(other.session, collection.reference))).toBe("NOT_FOUND");
    expect(outcomeOf(await show(viewer.session, collection.reference, "live"))).toBe("NOT_FOUND");
    expect(outcomeOf(await show(viewer.session, `pyt_${"0".repeat(26)}`))).toBe("NOT_FOUND");
    expect(outcomeOf(await show(viewer.session, "mer_1"))).toBe("NOT_FOUND");
  });
});

describe("the limits", () => {
  test("are the merchant's own, with the charges in force and those to come", async ({
    database,
    ingress: { call },
  }) => {
    const { tenant } = await createMember(database);
    await database.query(sql.type(z.object({}))`
      update merchants set payout_max = 500000000 where id = ${tenant.merchantId}`);
    await database.query(sql.type(z.object({}))`
      insert into charges (service, kind, starts_on, from_amount, kobo) values
        ('payout', 'service', lagos_day(now()), 0, 700), ('payout', 'service', lagos_day(now()) + 1, 0, 900)`);
    const viewer = await createPerson(database, [[tenant.merchantId, "viewer"]]);
    const { data } = await call("GET", "/dashboard/api/limits", { session: viewer.session });
    expect(data).toMatchObject({
      payout: { smallest: kobo(100), largest: kobo(500_000_000) },
      requestsPerMinute: { all: 6000, verifyAccount: 600, identityCheck: 600 },
      payoutAccounts: 200,
    });
    const amounts = data.charges
      .filter(({ service, kind }: Record<string, string>) => service === "payout" && kind === "service")
      .map(({ amount }: { amount: { value: number } }) => amount.value);
    expect(amounts).toEqual([700, 900]);
    const duty = { service: "payout", kind: "stamp_duty", effectiveFrom: "2025-12-31T23:00:00.000Z" };
    const owed = { ...duty, from: kobo(1_000_000), amount: kobo(5_000) };
    expect(data.charges).toContainEqual({ ...owed, exemptPurposes: ["salary"] });

    await database.query(sql.type(z.object({}))`
      update merchants set has_exemptions = false where id = ${tenant.merchantId}`);
    const { data: later } = await call("GET", "/dashboard/api/limits", { session: viewer.session });
    expect(later.charges).toContainEqual({ ...owed, exemptPurposes: [] });
  });
});
