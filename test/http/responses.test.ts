import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import { completeNameEnquiry, requestNameEnquiry } from "../../sql/banks/name-enquiries.ts";
import type { Database } from "../../sql/process/database.ts";
import { createMember, type Member } from "../helpers/create-member.ts";
import {
  balancesOf,
  createVirtualAccount,
  eventTypes,
  idOf,
  ledgerDrift,
  queuedJobs,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { eventually, possibleWithin } from "../helpers/eventually.ts";
import { outcomeOf, untilServed, type Call } from "../helpers/call.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";

const account = { bankCode: "058", accountNumber: "0123456789" };

/** A request that waits for a name enquiry, and the enquiry's row. */
async function askForName(call: Call, database: Database, { tenant, key }: Member) {
  const before = await queuedJobs(database);
  const asked = call("POST", "/v1/banks/verify-account", { key, body: account });
  await eventually(async () => expect((await queuedJobs(database)).length).toBeGreaterThan(before.length));
  return { asked, id: (await requestNameEnquiry(database, tenant, account))! };
}

describe("requests that wait for a worker's result", () => {
  test("money in, a name enquiry, money out", async ({ ingress: { call }, database, workers: _workers }) => {
    const { tenant, key } = await createMember(database);
    const provisioned = await call("POST", "/v1/virtual-accounts", {
      key,
      body: { customerEmail: "ada@example.com", amount: { value: 500_000, currency: "NGN" } },
    });
    expect(provisioned.status).toBe(201);
    expect(provisioned.data).toMatchObject({ status: "active", collection: { status: "awaiting_payment" } });
    const lifetime = Date.parse(provisioned.data.expiresAt) - Date.parse(provisioned.data.createdAt);
    expect(lifetime).toBe(30 * 60_000);
    const collectionPath = `/v1/collections/${provisioned.data.collection.reference}`;
    expect((await call("GET", collectionPath, { key })).data.status).toBe("awaiting_payment");

    const simulate = () =>
      call("POST", "/v1/sandbox/simulate/collection-success", {
        key,
        body: { virtualAccountReference: provisioned.data.reference },
      });
    expect(await simulate()).toMatchObject({ status: 200, data: { simulated: true } });
    // The response came after the settlement had committed.
    expect((await call("GET", "/v1/balances", { key })).data[0].available.value).toBe(500_000);
    expect((await call("GET", collectionPath, { key })).data).toMatchObject({
      status: "succeeded",
      variance: "exact",
    });
    expect(await simulate()).toMatchObject({ status: 409, error: { code: "SANDBOX_SIMULATION_FAILED" } });

    const verified = await call("POST", "/v1/banks/verify-account", { key, body: account });
    expect(verified).toMatchObject({ status: 200, data: account });
    const paid = await call("POST", "/v1/payouts", {
      key,
      headers: { "idempotency-key": "story" },
      body: { amount: { value: 200_000, currency: "NGN" }, destination: verified.data },
    });
    expect(paid.status).toBe(201);
    await eventually(async () => {
      const { data } = await call("GET", `/v1/payouts/${paid.data.reference}`, { key });
      expect(data.status).toBe("succeeded");
    });
    const [balance] = (await call("GET", "/v1/balances", { key })).data;
    expect(balance).toEqual({
      currency: "NGN",
      available: { value: 300_000, currency: "NGN" },
      reserved: { value: 0, currency: "NGN" },
    });

    const events = await call("GET", "/v1/events", { key });
    expect(events.data.map(({ type }: { type: string }) => type)).toEqual([
      "payout.succeeded",
      "collection.success",
    ]);
    const shown = await call("GET", `/v1/events/${events.data[0].reference}`, { key });
    expect(shown.data).toMatchObject({ type: "payout.succeeded", data: { reference: paid.data.reference } });
    expect(shown.data.data).toEqual((await call("GET", `/v1/payouts/${paid.data.reference}`, { key })).data);
    expect(await eventTypes(database, tenant)).toEqual(["collection.success", "payout.succeeded"]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("of 20 simulations at once one is carried out", async ({
    ingress: { call },
    database,
    workers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    const { reference } = await createVirtualAccount(database, tenant, 70_000n);
    const body = { virtualAccountReference: reference };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        untilServed(() => call("POST", "/v1/sandbox/simulate/collection-success", { key, body })),
      ),
    );
    const codes = responses.map(outcomeOf);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === "SANDBOX_SIMULATION_FAILED")).toHaveLength(19);
    expect(await balancesOf(database, tenant)).toMatchObject({ available: 70_000 });
    expect(await eventTypes(database, tenant)).toEqual(["collection.success"]);
  });

  test("an account that has expired cannot be simulated", async ({ fileIngress: { call }, fileDatabase }) => {
    const { tenant, key } = await createMember(fileDatabase);
    const { reference } = await createVirtualAccount(fileDatabase, tenant, 70_000n);
    const id = await idOf(fileDatabase, "virtual_accounts", reference);
    await fileDatabase.query(sql.type(z.object({}))`
      update virtual_accounts set expires_at = now() - interval '1 second' where id = ${id}`);
    await fileDatabase.any(sql.type(z.any())`select expire_virtual_accounts('test', '{}')`);
    const body = { virtualAccountReference: reference };
    const response = await call("POST", "/v1/sandbox/simulate/collection-success", { key, body });
    expect(response).toMatchObject({ status: 409, error: { code: "SANDBOX_SIMULATION_FAILED" } });
    expect((await call("GET", `/v1/virtual-accounts/${reference}`, { key })).data.status).toBe("expired");
  });

  test("an account that does not resolve and an outage get the same response", async ({
    ingress: { call },
    database,
    workers: _workers,
  }) => {
    const { key } = await createMember(database);
    const verify = (accountNumber: string) =>
      call("POST", "/v1/banks/verify-account", { key, body: { bankCode: "058", accountNumber } });
    const [unresolved, outage] = await Promise.all([verify("9999999999"), verify("9999999998")]);
    expect(unresolved).toMatchObject({ status: 500, error: { code: "INTERNAL_ERROR" } });
    expect([outage.status, outage.text]).toEqual([unresolved.status, unresolved.text]);
  });

  test("identical name enquiries at the same time share one row, and all get its result", async ({
    ingress: { call },
    database,
  }) => {
    const { tenant, key } = await createMember(database);
    const asked = Array.from({ length: 5 }, () =>
      call("POST", "/v1/banks/verify-account", { key, body: account }),
    );
    await eventually(async () => {
      expect((await queuedJobs(database)).filter(({ task }) => task === "enquire_name")).toHaveLength(1);
    });
    const all = Promise.all(asked);
    let isDone = false;
    void all.finally(() => (isDone = true)).catch(() => {});
    // A request that arrives after the first enquiry is completed starts another.
    while (!isDone) {
      const id = (await requestNameEnquiry(database, tenant, account))!;
      await completeNameEnquiry(database, id, { status: "resolved", accountName: "BOLA ADE" });
      await sleep(50);
    }
    const responses = await all;
    expect(new Set(responses.map(({ data }) => data.accountName))).toEqual(new Set(["BOLA ADE"]));
  });

  test("a result that is already there when the wait begins is not missed", async ({ database, ingress }) => {
    const { key } = await createMember(database);
    // Resolved by a trigger, in the transaction that asks: its notification comes before anybody waits for it.
    await database.query(sql.type(z.object({}))`
      create function answer_at_once() returns trigger language plpgsql as $$
      begin
        new.status := 'resolved'; new.account_name := 'AT ONCE'; new.completed_at := now();
        perform notify_results('name_enquiry', array[new.id]);
        return new;
      end $$`);
    await database.query(sql.type(z.object({}))`
      create trigger answer_at_once before insert on name_enquiries for each row execute function answer_at_once()`);
    await possibleWithin(900, async () => {
      const response = await ingress.call("POST", "/v1/banks/verify-account", { key, body: account });
      expect(response.data.accountName).toBe("AT ONCE");
    });
  });

  test("a result whose notification was lost is found within about a second", async ({
    ingress: { call },
    database,
  }) => {
    const member = await createMember(database);
    await possibleWithin(2_500, async () => {
      const { asked, id } = await askForName(call, database, member);
      await database.query(sql.type(z.object({}))`
        update name_enquiries set status = 'resolved', account_name = 'SILENT', completed_at = now() where id = ${id}`);
      expect((await asked).data.accountName).toBe("SILENT");
    });
  });

  test("the LISTEN connection reconnects after it was cut", async ({ ingress, database }) => {
    const member = await createMember(database);
    const listeners = () =>
      database.anyFirst(sql.type(z.object({ pid: z.number() }))`
        select pid from pg_stat_activity
        where datname = current_database() and application_name like 'ingress-results%' and query ilike 'listen%'`);
    const [before] = await eventually(async () => {
      const pids = await listeners();
      expect(pids).toHaveLength(1);
      return pids;
    });
    await database.any(sql.type(z.any())`select pg_terminate_backend(${before!})`);
    await eventually(async () => {
      const pids = await listeners();
      expect(pids).toHaveLength(1);
      expect(pids[0]).not.toBe(before);
    });

    await possibleWithin(900, async () => {
      const { asked, id } = await askForName(ingress.call, database, member);
      await completeNameEnquiry(database, id, { status: "resolved", accountName: "HEARD" });
      expect((await asked).data.accountName).toBe("HEARD");
    });
  });

  test("no result in time is a 500", async ({ databaseUrl, database }) => {
    await using ingress = await startTestIngress(databaseUrl, { responseTimeoutMs: 300 });
    const { key } = await createMember(database);
    const body = { customerEmail: "ada@example.com", amount: { value: 500_000, currency: "NGN" } };
    const response = await ingress.call("POST", "/v1/virtual-accounts", { key, body });
    expect(response).toMatchObject({ status: 500, error: { code: "INTERNAL_ERROR" } });
    // What was never provisioned is not shown.
    expect((await ingress.call("GET", "/v1/virtual-accounts", { key })).data).toEqual([]);
  });
});

describe("POST /v1/virtual-accounts", () => {
  test("names what is wrong", async ({ fileIngress: { call }, fileDatabase }) => {
    const { key } = await createMember(fileDatabase);
    const good = { customerEmail: "ada@example.com", amount: { value: 500_000, currency: "NGN" } };
    for (const [wrong, field] of [
      [{ customerEmail: undefined }, "customerEmail"],
      [{ customerEmail: "ada" }, "customerEmail"],
      [{ customerEmail: `${"a".repeat(250)}@example.com` }, "customerEmail"],
      [{ amount: undefined }, "amount"],
      [{ amount: { value: 99, currency: "NGN" } }, "amount.value"],
      [{ expiresInMinutes: 0 }, "expiresInMinutes"],
      [{ expiresInMinutes: 10_081 }, "expiresInMinutes"],
      [{ expiresInMinutes: 1.5 }, "expiresInMinutes"],
      [{ expiresInMinutes: "30" }, "expiresInMinutes"],
      [{ expiresInMinutes: null }, "expiresInMinutes"],
    ] as const) {
      const { status, error } = await call("POST", "/v1/virtual-accounts", {
        key,
        body: { ...good, ...wrong },
      });
      expect([wrong, status, Object.keys(error.details!)]).toEqual([wrong, 422, [field]]);
    }
  });
});

describe("the banks routes", () => {
  test("list active banks by name, cacheable, with 304 where the client has the list", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase, { scopes: [] });
    const { status, data, meta, headers } = await call("GET", "/v1/banks?environment=live", { key });
    expect([status, meta]).toEqual([200, { hasMore: false }]);
    expect(data).toContainEqual({
      code: "058",
      name: "Guaranty Trust Bank",
      type: "commercial",
      nipCode: "000013",
    });
    expect(data.map(({ code }: { code: string }) => code)).not.toContain("030");
    expect(headers.get("cache-control")).toMatch(/max-age=\d+/);
    const etag = headers.get("etag")!;
    expect((await call("GET", "/v1/banks", { key, headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await call("GET", "/v1/banks", { key, headers: { "if-none-match": '"old"' } })).status).toBe(200);
  });

  test("accept one country only", async ({ fileIngress: { call }, fileDatabase }) => {
    const { key } = await createMember(fileDatabase);
    expect((await call("GET", "/v1/banks?country=NG", { key })).status).toBe(200);
    for (const country of ["GH", "NGA", "N", "", "ng"]) {
      const { error } = await call("GET", `/v1/banks?country=${country}`, { key });
      expect(error).toMatchObject({ code: "VALIDATION_ERROR", details: { country: expect.any(String) } });
    }
  });

  test("verify-account says which field is missing or wrong", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    for (const [body, fields] of [
      [{}, ["bankCode", "accountNumber"]],
      [{ bankCode: "058" }, ["accountNumber"]],
      [{ bankCode: "058", accountNumber: "012345678" }, ["accountNumber"]],
      [{ bankCode: "058", accountNumber: "\uff10123456789" }, ["accountNumber"]],
      [{ bankCode: "058", accountNumber: 123456789 }, ["accountNumber"]],
      [{ bankCode: "999", accountNumber: "0123456789" }, ["bankCode"]],
      [{ bankCode: "030", accountNumber: "0123456789" }, ["bankCode"]],
    ] as const) {
      const { status, error } = await call("POST", "/v1/banks/verify-account", { key, body });
      expect([status, error.code, Object.keys(error.details!)]).toEqual([422, "VALIDATION_ERROR", fields]);
    }
  });
});
