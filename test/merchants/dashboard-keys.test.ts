import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { defaultScopes, moneyScopes } from "../../sql/keys/scopes.ts";
import { setKybStatus } from "../../sql/merchants/merchants.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf } from "../helpers/call.ts";
import { createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test } from "../helpers/test.ts";

const keys = "/dashboard/api/test/keys";

async function createDeveloper(database: Database) {
  const { tenant } = await createMember(database);
  return { tenant, ...(await createPerson(database, [[tenant.merchantId, "developer"]])) };
}

const forgetProof = (database: Database, personId: bigint) =>
  database.query(sql.type(z.object({}))`
    update sessions set proved_at = now() - interval '11 minutes' where person_id = ${personId}`);

describe("a key that a developer creates", () => {
  test("works with its scopes alone, and is refused from the commit of its revocation on, while 50 requests are under way", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { session } = await createDeveloper(fileDatabase);
    const { status, data } = await fileIngress.call("POST", keys, {
      session,
      body: { scopes: ["balances:read"], allowedCidrs: ["127.0.0.1"] },
    });
    expect([status, data.prefix, data.secretKey.slice(-4)]).toEqual([201, "sk_test_", data.lastFour]);
    const ask = (path: string) => fileIngress.call("GET", path, { key: data.secretKey });
    expect((await ask("/v1/balances")).status).toBe(200);
    expect(outcomeOf(await ask("/v1/payouts"))).toBe("SCOPE_INSUFFICIENT");

    const under = Array.from({ length: 50 }, () => ask("/v1/balances"));
    const revoked = await fileIngress.call("POST", `${keys}/${data.reference}/revoke`, { session });
    expect([revoked.status, revoked.data.status]).toEqual([200, "revoked"]);
    const after = await Promise.all(Array.from({ length: 50 }, () => ask("/v1/balances")));
    expect(new Set(after.map(outcomeOf))).toEqual(new Set(["AUTH_INVALID"]));
    for (const response of await Promise.all(under))
      expect([200, "AUTH_INVALID"]).toContain(outcomeOf(response));
  });

  test("has a secret that is in one response, and nowhere else", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { session } = await createDeveloper(database);
    const created = await ingress.call("POST", keys, { session, body: { scopes: defaultScopes } });
    const { reference, secretKey } = created.data;
    const rotated = await ingress.call("POST", `${keys}/${reference}/rotate`, { session, body: {} });
    const listed = await ingress.call("GET", keys, { session });
    const dump = await database.any(sql.type(z.object({ row: z.string() }))`
      select api_keys::text as row from api_keys union all select audit_log::text from audit_log
      union all select request_log::text from request_log`);
    for (const secret of [secretKey, rotated.data.secretKey]) {
      const everywhere = [JSON.stringify(dump), ingress.log(), listed.text];
      for (const place of everywhere) expect(place).not.toContain(secret.slice(8, 24));
    }
    expect(created.headers.get("cache-control")).toBe("no-store");
  });

  test("can be used from its networks alone, once it has some", async ({ fileDatabaseUrl, fileDatabase }) => {
    await using ingress = await startTestIngress(fileDatabaseUrl, { trustedProxyHops: 1 });
    const { session } = await createDeveloper(fileDatabase);
    const { data } = await ingress.call("POST", keys, { session, body: { scopes: ["balances:read"] } });
    const from = async (address: string) =>
      outcomeOf(
        await ingress.call("GET", "/v1/balances", {
          key: data.secretKey,
          headers: { "x-forwarded-for": address },
        }),
      );
    expect(await from("9.9.9.9")).toBe(200);
    const set = await ingress.call("PATCH", `${keys}/${data.reference}`, {
      session,
      body: { allowedCidrs: ["203.0.113.0/24", "2001:db8::/32"] },
    });
    expect(set.data.allowedCidrs).toEqual(["203.0.113.0/24", "2001:db8::/32"]);
    expect([await from("203.0.113.7"), await from("2001:db8::1"), await from("9.9.9.9")]).toEqual([
      200,
      200,
      "IP_NOT_ALLOWED",
    ]);
  });

  test("says when and from where it was last used", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { session } = await createDeveloper(database);
    const { data } = await ingress.call("POST", keys, { session, body: { scopes: ["balances:read"] } });
    expect(data.lastUsedAt).toBeUndefined();
    const before = Date.now();
    await ingress.call("GET", "/v1/balances", { key: data.secretKey });
    const shown = async () =>
      (await ingress.call("GET", keys, { session })).data.find(
        (key: { reference: string }) => key.reference === data.reference,
      );
    await expect.poll(async () => (await shown()).lastUsedAt).toBeDefined();
    const { lastUsedAt, lastUsedAddress } = await shown();
    expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(before - 1);
    expect(lastUsedAddress).toBe("127.0.0.1");
  });
});

describe("rotating a key", () => {
  test("gives a secret with the same rights, and leaves the old one its overlap", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { session } = await createDeveloper(fileDatabase);
    const body = { scopes: ["balances:read"], allowedCidrs: ["127.0.0.0/8"] };
    const { data: old } = await fileIngress.call("POST", keys, { session, body });
    const rotate = (overlapHours: number) =>
      fileIngress.call("POST", `${keys}/${old.reference}/rotate`, { session, body: { overlapHours } });
    const { data: next } = await rotate(24);
    expect(next).toMatchObject(body);
    const ask = async (key: string) => outcomeOf(await fileIngress.call("GET", "/v1/balances", { key }));
    expect([await ask(old.secretKey), await ask(next.secretKey)]).toEqual([200, 200]);
    await rotate(0);
    expect([await ask(old.secretKey), await ask(next.secretKey)]).toEqual(["AUTH_INVALID", 200]);
    expect(outcomeOf(await rotate(1))).toBe("STATE_CONFLICT");
  });
});

describe("the dashboard refuses", () => {
  test("to create, rotate and change keys without a fresh proof of who it is, but not to revoke them", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { id, session } = await createDeveloper(fileDatabase);
    const body = { scopes: ["balances:read"] };
    const { data } = await fileIngress.call("POST", keys, { session, body });
    await forgetProof(fileDatabase, id);
    const call = async (method: string, path: string, sent: object = {}) =>
      outcomeOf(await fileIngress.call(method, path, { session, body: sent }));
    const one = `${keys}/${data.reference}`;
    expect(await call("POST", keys, body)).toBe("STEP_UP_REQUIRED");
    expect(await call("POST", `${one}/rotate`)).toBe("STEP_UP_REQUIRED");
    expect(await call("PATCH", one, { allowedCidrs: [] })).toBe("STEP_UP_REQUIRED");
    expect(await call("PUT", "/dashboard/api/test/webhook-endpoint", { url: "https://e.example" })).toBe(
      "STEP_UP_REQUIRED",
    );
    expect(await call("POST", "/dashboard/api/test/webhook-endpoint/rotate-secret")).toBe("STEP_UP_REQUIRED");
    expect(await call("POST", "/dashboard/api/origins", { origin: "https://e.example" })).toBe(
      "STEP_UP_REQUIRED",
    );
    expect(await call("POST", `${one}/revoke`)).toBe(200);
  });

  test("another merchant's key, and a key of the other environment, as one that does not exist", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant, session } = await createDeveloper(fileDatabase);
    await setKybStatus(fileDatabase, { merchantId: tenant.merchantId, status: "approved", acting: {} });
    const stranger = await createMember(fileDatabase);
    const { data: own } = await fileIngress.call("POST", keys, { session, body: { scopes: ["kyc:read"] } });
    for (const one of [`${keys}/${stranger.keyReference}`, `/dashboard/api/live/keys/${own.reference}`]) {
      for (const [method, path, body] of [
        ["POST", `${one}/rotate`, { overlapHours: 0 }],
        ["POST", `${one}/revoke`, undefined],
        ["PATCH", one, { allowedCidrs: ["1.2.3.4"] }],
      ] as const) {
        expect(outcomeOf(await fileIngress.call(method, path, { session, body }))).toBe("NOT_FOUND");
      }
    }
    const facts = await fileDatabase.any(sql.type(z.object({ key: z.string() }))`
      select reference as key from api_keys
      where reference in (${stranger.keyReference}, ${own.reference})
        and revoked_at is null and expires_at is null and allowed_cidrs = '{}'`);
    expect(facts.length).toBe(2);
    const listed = await fileIngress.call("GET", keys, { session });
    expect(listed.text).not.toContain(stranger.keyReference);
  });

  test("live keys before the business is verified, and where no live gateway is set", async ({
    fileDatabaseUrl,
    fileDatabase,
    fileIngress,
  }) => {
    await using withGateway = await startTestIngress(fileDatabaseUrl, { hasLiveGateway: true });
    const { tenant, session } = await createDeveloper(fileDatabase);
    const create = async (ingress: typeof withGateway) =>
      outcomeOf(
        await ingress.call("POST", "/dashboard/api/live/keys", { session, body: { scopes: ["kyc:read"] } }),
      );
    expect(await create(withGateway)).toBe("KYB_LIVE_REQUIRED");
    await setKybStatus(fileDatabase, { merchantId: tenant.merchantId, status: "approved", acting: {} });
    expect(await create(fileIngress as typeof withGateway)).toBe("STATE_CONFLICT");
    expect(await create(withGateway)).toBe(201);
    const { data } = await withGateway.call("GET", "/dashboard/api/live/keys", { session });
    await setKybStatus(fileDatabase, { merchantId: tenant.merchantId, status: "rejected", acting: {} });
    expect(await create(withGateway)).toBe("KYB_LIVE_REQUIRED");
    const stop = await withGateway.call("POST", `/dashboard/api/live/keys/${data[0].reference}/revoke`, {
      session,
    });
    expect(stop.status).toBe(200);
  });

  test.for(moneyScopes)(
    "to developers live keys with %s, new or rotated, and gives them such test keys",
    async (scope, { fileDatabaseUrl, fileDatabase }) => {
      await using ingress = await startTestIngress(fileDatabaseUrl, { hasLiveGateway: true });
      const { tenant, session } = await createDeveloper(fileDatabase);
      const owner = await createPerson(fileDatabase, [[tenant.merchantId, "owner"]]);
      await setKybStatus(fileDatabase, { merchantId: tenant.merchantId, status: "approved", acting: {} });
      const create = (by: string, environment: string, granted: readonly string[]) =>
        ingress.call("POST", `/dashboard/api/${environment}/keys`, {
          session: by,
          body: { scopes: granted },
        });
      expect(outcomeOf(await create(session, "live", ["kyc:read", scope]))).toBe("ROLE_INSUFFICIENT");
      expect(outcomeOf(await create(session, "live", ["kyc:read"]))).toBe(201);
      expect(outcomeOf(await create(session, "test", [scope]))).toBe(201);

      const { data } = await create(owner.session, "live", [scope]);
      expect(data.createdBy).toBe(owner.reference);
      const rotate = (by: string) =>
        ingress.call("POST", `/dashboard/api/live/keys/${data.reference}/rotate`, { session: by, body: {} });
      expect(outcomeOf(await rotate(session))).toBe("ROLE_INSUFFICIENT");
      const limitTo = async (by: string, ...allowedCidrs: string[]) =>
        outcomeOf(
          await ingress.call("PATCH", `/dashboard/api/live/keys/${data.reference}`, {
            session: by,
            body: { allowedCidrs },
          }),
        );
      expect(await limitTo(session, "203.0.113.0/24")).toBe(200);
      for (const wider of [[], ["203.0.0.0/16"], ["203.0.113.7", "198.51.100.1"]])
        expect(await limitTo(session, ...wider)).toBe("ROLE_INSUFFICIENT");
      expect(await limitTo(session, "203.0.113.7")).toBe(200);
      expect(await limitTo(owner.session)).toBe(200);
      expect(outcomeOf(await rotate(owner.session))).toBe(201);
    },
  );

  test.for([
    ["no scope", { scopes: [] }, "scopes"],
    ["an unknown scope", { scopes: ["kyc:*"] }, "scopes.0"],
    ["a scope twice", { scopes: ["kyc:read", "kyc:read"] }, "scopes"],
    ["no scopes at all", {}, "scopes"],
    ["host bits", { scopes: ["kyc:read"], allowedCidrs: ["10.0.0.1/8"] }, "allowedCidrs.0"],
    ["a name", { scopes: ["kyc:read"], allowedCidrs: ["localhost"] }, "allowedCidrs.0"],
    ["a zone", { scopes: ["kyc:read"], allowedCidrs: ["fe80::1%eth0"] }, "allowedCidrs.0"],
    ["an octal address", { scopes: ["kyc:read"], allowedCidrs: ["010.0.0.1"] }, "allowedCidrs.0"],
    ["an octal network", { scopes: ["kyc:read"], allowedCidrs: ["010.0.0.0/8"] }, "allowedCidrs.0"],
    ["a hexadecimal network", { scopes: ["kyc:read"], allowedCidrs: ["0x0a.0.0.0/8"] }, "allowedCidrs.0"],
    ["no caller's address", { scopes: ["kyc:read"], allowedCidrs: ["::ffff:10.0.0.1"] }, "allowedCidrs.0"],
    ["a network of none", { scopes: ["kyc:read"], allowedCidrs: ["::ffff:a00:0/104"] }, "allowedCidrs.0"],
    ["a short address", { scopes: ["kyc:read"], allowedCidrs: ["10.1"] }, "allowedCidrs.0"],
    [
      "101 networks",
      { scopes: ["kyc:read"], allowedCidrs: Array.from({ length: 101 }, (_, n) => `10.0.0.${n}`) },
      "allowedCidrs",
    ],
  ] as const)("%s in a new key", async ([, body, field], { fileDatabase, fileIngress }) => {
    const { session } = await createDeveloper(fileDatabase);
    const { error } = await fileIngress.call("POST", keys, { session, body });
    expect([error?.code, Object.keys(error?.details ?? {})]).toEqual(["VALIDATION_ERROR", [field]]);
  });

  test("more than 100 keys that work, however many are asked for at once", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant, session } = await createDeveloper(database);
    await database.query(sql.type(z.object({}))`
      insert into api_keys (reference, merchant_id, environment, secret_hash, last_four, scopes)
      select new_reference('key'), ${tenant.merchantId}, 'test', sha256(n::text::bytea), 'abcd', '{}'
      from generate_series(1, 95) n`);
    const create = async () =>
      outcomeOf(await ingress.call("POST", keys, { session, body: { scopes: ["kyc:read"] } }));
    const outcomes = await Promise.all(Array.from({ length: 8 }, create));
    // One is the member's own.
    expect(outcomes.toSorted()).toEqual([201, 201, 201, 201, ...Array(4).fill("STATE_CONFLICT")]);
    const { data } = await ingress.call("GET", keys, { session });
    expect(data.length).toBe(100);
    expect(
      (await ingress.call("POST", `${keys}/${data[9].reference}/rotate`, { session, body: {} })).status,
    ).toBe(201);
    for (const { reference } of data.slice(0, 3)) {
      await ingress.call("POST", `${keys}/${reference}/revoke`, { session });
    }
    expect(await create()).toBe(201);
    const listed = (await ingress.call("GET", keys, { session })).data.map(
      ({ status }: { status: string }) => status,
    );
    expect(listed.slice(-3)).toEqual(["revoked", "revoked", "revoked"]);
  });
});

test("every change of a key, an endpoint and an origin is in the audit log and a mail to the owners, with the person and no secret", async ({
  database,
  ingress,
  workers: _running,
}) => {
  const { email, id, session, tenant } = await createDeveloper(database);
  const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
  const call = async (method: string, path: string, body?: object) => {
    const response = await ingress.call(method, path, { session, body });
    expect([200, 201]).toContain(response.status);
    return response.data;
  };
  const { reference, secretKey } = await call("POST", keys, { scopes: ["kyc:read"] });
  await call("PATCH", `${keys}/${reference}`, { allowedCidrs: ["1.2.3.4"] });
  const next = await call("POST", `${keys}/${reference}/rotate`, { overlapHours: 1 });
  await call("POST", `${keys}/${next.reference}/revoke`);
  const endpoint = await call("PUT", "/dashboard/api/test/webhook-endpoint", {
    url: "https://203.0.114.9/in",
  });
  const again = await call("POST", "/dashboard/api/test/webhook-endpoint/rotate-secret", { overlapHours: 1 });
  await call("POST", "/dashboard/api/origins", { origin: "https://shop.example:8443" });
  await call("POST", "/dashboard/api/origins/remove", { origin: "https://shop.example:8443" });
  expect([endpoint.secret, again.secret]).toEqual([
    expect.stringMatching(/^whsec_/),
    expect.stringMatching(/^whsec_/),
  ]);
  expect((await call("GET", "/dashboard/api/test/webhook-endpoint")).secret).toBeUndefined();

  const entries = await database.any(sql.type(
    z.object({ action: z.string(), actor: z.string(), row: z.string() }),
  )`
    select action, actor, a::text as row from audit_log a where person_id = ${id} order by id`);
  expect(entries.map(({ action }) => action)).toEqual([
    "key create",
    "key networks",
    "key rotate",
    "key revoke",
    "webhook set",
    "webhook rotate",
    "origin add",
    "origin remove",
  ]);
  const mails = await database.any(sql.type(
    z.object({ template: z.string(), what: z.string().nullable(), row: z.string() }),
  )`
    select template, facts ->> 'what' as what, m::text as row from mails m
    where recipient = ${owner.email} order by id`);
  expect(mails.map(({ template }) => template)).toEqual([
    "key_created",
    "key_networks",
    "key_rotated",
    "key_revoked",
    "webhook_url_changed",
    "webhook_secret_rotated",
    "origin_added",
  ]);
  for (const { row } of mails) expect(row).toContain(email);
  // A key is named as the dashboard shows it, which shows no reference.
  const [first, second] = [secretKey, next.secretKey].map((key: string) => `sk_test_…${key.slice(-4)}`);
  expect(mails.slice(0, 4).map(({ what }) => what)).toEqual([first, first, first, second]);
  for (const { actor } of entries) expect(actor).toBe(email);
  for (const { row } of [...entries, ...mails]) {
    for (const secret of [secretKey, next.secretKey, endpoint.secret, again.secret]) {
      expect(row).not.toContain(secret.slice(8, 20));
    }
    expect(row).not.toContain("in-secret");
  }
});

test("a webhook URL and secret changed with a key are in the audit log and mails to the owners, with the key and no secret", async ({
  database,
  ingress,
  workers: _running,
}) => {
  const { tenant, key, keyReference } = await createMember(database, { scopes: ["events:write"] });
  const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
  const url = "https://203.0.114.9/in-secret";
  const set = await ingress.call("PUT", "/v1/webhook-endpoint", { key, body: { url } });
  const rotate = "/v1/webhook-endpoint/rotate-secret";
  const rotated = await ingress.call("POST", rotate, { key, body: { overlapHours: 1 } });
  expect([set.status, rotated.status], set.text).toEqual([200, 200]);

  const entries = await database.any(sql.type(
    z.object({ action: z.string(), address: z.string().nullable(), row: z.string() }),
  )`
    select action, address, a::text as row from audit_log a
    where actor = ${keyReference} and merchant_id = ${tenant.merchantId} order by id`);
  expect(entries).toMatchObject([
    { action: "webhook set", address: "127.0.0.1" },
    { action: "webhook rotate", address: "127.0.0.1" },
  ]);
  const mails = await database.any(sql.type(
    z.object({ template: z.string(), actor: z.string(), row: z.string() }),
  )`
    select template, facts ->> 'actor' as actor, m::text as row from mails m
    where recipient = ${owner.email} order by id`);
  expect(mails.map(({ template }) => template)).toEqual(["webhook_url_changed", "webhook_secret_rotated"]);
  for (const { actor } of mails) expect(actor).toBe(`the API key sk_test_…${key.slice(-4)}`);
  for (const { row } of [...entries, ...mails]) {
    for (const secret of [set.data.secret, rotated.data.secret]) {
      expect(row).not.toContain(secret.slice(8, 20));
    }
    expect(row).not.toContain("in-secret");
  }
});

describe("the origins that may embed the checkout", () => {
  const origins = "/dashboard/api/origins";

  test("are added in the form that browsers send, 100 at most, and removed by their merchant alone", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant, session } = await createDeveloper(fileDatabase);
    const { session: stranger } = await createDeveloper(fileDatabase);
    const add = (origin: string) => fileIngress.call("POST", origins, { session, body: { origin } });
    const list = async () => (await fileIngress.call("GET", origins, { session })).data;
    expect((await add("HTTPS://Shop.Example")).data).toEqual({ origin: "https://shop.example" });
    expect((await add("http://localhost:8080")).status).toBe(201);
    expect((await add("http://localhost:8080")).status).toBe(201);
    for (const wrong of ["http://shop.example", "https://shop.example/", "https://*.example", "null", ""]) {
      expect(Object.keys((await add(wrong)).error.details!)).toEqual(["origin"]);
    }
    expect(await list()).toEqual(["http://localhost:8080", "https://shop.example"]);
    const remove = (by: string, origin: string) =>
      fileIngress.call("POST", `${origins}/remove`, { session: by, body: { origin } });
    expect(outcomeOf(await remove(stranger, "https://shop.example"))).toBe("NOT_FOUND");
    expect((await remove(session, "https://shop.example")).status).toBe(200);
    expect(await list()).toEqual(["http://localhost:8080"]);

    await fileDatabase.query(sql.type(z.object({}))`
      insert into merchant_origins (merchant_id, origin)
      select ${tenant.merchantId}, 'https://shop-' || n || '.example' from generate_series(1, 97) n`);
    const outcomes = await Promise.all(
      ["a", "b", "c", "d"].map(async (name) => outcomeOf(await add(`https://${name}.example`))),
    );
    expect(outcomes.toSorted()).toEqual([201, 201, "STATE_CONFLICT", "STATE_CONFLICT"]);
  });
});

test("a person sees the address that a key's list has to have", async ({ fileDatabaseUrl, fileDatabase }) => {
  await using ingress = await startTestIngress(fileDatabaseUrl, { trustedProxyHops: 1 });
  const { session } = await createPerson(fileDatabase);
  const headers = { "x-forwarded-for": "::ffff:203.0.113.9" };
  const { data } = await ingress.call("GET", "/dashboard/api/own-address", { session, headers });
  expect(data).toEqual({ address: "203.0.113.9" });
});
