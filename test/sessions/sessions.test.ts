import { describe, expect } from "vitest";
import { z } from "zod";
import { routes } from "../../ingress/api-routes.ts";
import { dashboardRoutes } from "../../ingress/dashboard/dashboard-routes.ts";
import type { KeyRoute, Route, SessionRoute } from "../../ingress/http/route.ts";
import type { Database } from "../../sql/process/database.ts";
import { endSession, startSession } from "../../sql/sessions/sessions.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf } from "../helpers/call.ts";
import { createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test } from "../helpers/test.ts";

/** Without the routes of banks, which take a session as well. */
const keyRoutes = Object.values<Route>(routes).filter(
  (route): route is KeyRoute => route.access === "key" && !route.orSession,
);
const sessionRoutes = dashboardRoutes.filter((route): route is SessionRoute => route.access === "session");

const age = (database: Database, id: bigint, column: "last_seen_at" | "created_at", by: string) =>
  database.query(sql.type(z.object({}))`
    update sessions set ${sql.identifier([column])} = now() - ${by}::interval where person_id = ${id}`);

describe("a session", () => {
  test("ends after 12 hours without a request and after 14 days in all", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const show = (session: string) => fileIngress.call("GET", "/dashboard/api/session", { session });
    for (const [column, within, over] of [
      ["last_seen_at", "11 hours 59 minutes", "12 hours 1 minute"],
      ["created_at", "13 days 23 hours", "14 days 1 minute"],
    ] as const) {
      const { id, session } = await createPerson(fileDatabase);
      await age(fileDatabase, id, column, within);
      expect(outcomeOf(await show(session))).toBe(200);
      await age(fileDatabase, id, column, over);
      expect(outcomeOf(await show(session))).toBe("AUTH_REQUIRED");
    }
  });

  test("stays alive by being used", async ({ fileDatabase, fileIngress }) => {
    const { id, session } = await createPerson(fileDatabase);
    for (let n = 0; n < 3; n += 1) {
      await age(fileDatabase, id, "last_seen_at", "11 hours");
      expect((await fileIngress.call("GET", "/dashboard/api/session", { session })).status).toBe(200);
    }
  });

  test("is over everywhere as soon as it ends, and only its own person ends it", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const [ada, bob] = [await createPerson(fileDatabase), await createPerson(fileDatabase)];
    const show = () => fileIngress.call("GET", "/dashboard/api/session", { session: ada.session });
    const { reference } = (await show()).data;
    expect(await endSession(fileDatabase, { personId: bob.id, reference })).toBe(false);
    expect((await show()).status).toBe(200);
    const out = await fileIngress.call("POST", "/dashboard/api/sign-out", { session: ada.session });
    expect(out.headers.get("set-cookie")).toMatch(
      /^__Host-session=; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=0$/,
    );
    expect(outcomeOf(await show())).toBe("AUTH_REQUIRED");
  });

  test("is one of 20 at most: the one seen longest ago gives way", async ({ fileDatabase, fileIngress }) => {
    const { id, session } = await createPerson(fileDatabase);
    await age(fileDatabase, id, "last_seen_at", "1 hour");
    const device = { address: "127.0.0.1", userAgent: undefined };
    const others = await Promise.all(
      Array.from({ length: 20 }, () => startSession(fileDatabase, id, device)),
    );
    const show = (token: string) => fileIngress.call("GET", "/dashboard/api/session", { session: token });
    expect(outcomeOf(await show(session))).toBe("AUTH_REQUIRED");
    for (const other of others) expect((await show(other)).status).toBe(200);
  });

  test("is found by a hash of its token alone", async ({ fileDatabase }) => {
    const { session } = await createPerson(fileDatabase);
    const rows = await fileDatabase.any(sql.type(z.object({ row: z.string() }))`
      select sessions::text as row from sessions`);
    const dump = JSON.stringify(rows);
    expect(dump).not.toContain(session);
    expect(dump).not.toContain(Buffer.from(session, "base64url").toString("hex"));
  });
});

describe("a request", () => {
  const asked = (origin: Record<string, string>) => ({ "sec-fetch-site": "", ...origin });

  test.for([
    ["another site's page", { "sec-fetch-site": "cross-site" }],
    ["another origin of the same site", { "sec-fetch-site": "same-site" }],
    ["an address bar", { "sec-fetch-site": "none" }],
    ["an old browser on another site", asked({ origin: "https://evil.example" })],
    ["a page without an origin", asked({ origin: "null" })],
    ["no browser", asked({})],
  ] as const)("from %s changes nothing", async ([, headers], { fileDatabase, fileIngress }) => {
    const { session } = await createPerson(fileDatabase);
    // An empty Sec-Fetch-Site stands for a browser that sends none: fetch cannot take the header away.
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));
    const response = await fetch(`${fileIngress.url}/dashboard/api/sign-out`, {
      method: "POST",
      headers: { cookie: `__Host-session=${session}`, ...sent },
    });
    expect(((await response.json()) as { error: { code: string } }).error.code).toBe("ORIGIN_NOT_ALLOWED");
    expect((await fileIngress.call("GET", "/dashboard/api/session", { session })).status).toBe(200);
  });

  test("from our own page in an old browser is accepted", async ({ fileDatabase, fileIngress }) => {
    const { session } = await createPerson(fileDatabase);
    const headers = { cookie: `__Host-session=${session}`, origin: fileIngress.url };
    const response = await fetch(`${fileIngress.url}/dashboard/api/sign-out`, { method: "POST", headers });
    expect(response.status).toBe(200);
  });

  test("with a session is refused on every route that takes a key alone", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createMember(fileDatabase);
    const { session } = await createPerson(fileDatabase, [[tenant.merchantId, "owner"]]);
    expect(keyRoutes.length).toBeGreaterThan(30);
    for (const { method, path } of keyRoutes) {
      const body = method === "get" ? {} : { body: {} };
      const headers = { "sec-fetch-site": "same-origin" };
      const at = `${path.replaceAll(/:\w+/g, "any")}?environment=test`;
      const response = await fileIngress.call(method.toUpperCase(), at, { session, headers, ...body });
      expect([path, response.status, outcomeOf(response)]).toEqual([path, 401, "AUTH_REQUIRED"]);
    }
  });

  test("to the banks' routes takes a session with an environment; a key decides where both come", async ({
    database,
    ingress,
    workers: _running,
  }) => {
    const { tenant, key } = await createMember(database);
    const { session } = await createPerson(database, [[tenant.merchantId, "finance"]]);
    const list = (query: string, as: object) => ingress.call("GET", `/v1/banks${query}`, as);
    expect((await list("?environment=test", { session })).status).toBe(200);
    expect((await list("", { session })).error.details).toEqual({
      environment: expect.stringContaining("test or live"),
    });
    expect(outcomeOf(await list("?environment=prod", { session }))).toBe("VALIDATION_ERROR");
    expect(outcomeOf(await list("?environment=test", { session, key: `sk_test_${"x".repeat(32)}` }))).toBe(
      "AUTH_INVALID",
    );
    expect((await list("", { session, key })).status).toBe(200);

    const verify = (query: string, headers: Record<string, string>) =>
      ingress.call("POST", `/v1/banks/verify-account${query}`, {
        session,
        headers,
        body: { bankCode: "058", accountNumber: "0123456789" },
      });
    const own = { "sec-fetch-site": "same-origin" };
    expect((await verify("?environment=test", own)).data.accountName).toBeTruthy();
    expect(outcomeOf(await verify("", own))).toBe("VALIDATION_ERROR");
    const foreign = await fetch(`${ingress.url}/v1/banks/verify-account?environment=test`, {
      method: "POST",
      headers: { cookie: `__Host-session=${session}`, "sec-fetch-site": "cross-site" },
    });
    expect(foreign.status).toBe(403);
  });

  test("in live needs a verified business where it changes something", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createMember(fileDatabase);
    const { session } = await createPerson(fileDatabase, [[tenant.merchantId, "owner"]]);
    const link = { title: "Book", amountType: "open", linkType: "reusable" };
    const create = (environment: string) =>
      fileIngress.call("POST", `/dashboard/api/${environment}/payment-links`, { session, body: link });
    expect((await create("test")).status).toBe(201);
    expect(outcomeOf(await create("live"))).toBe("KYB_LIVE_REQUIRED");
    expect(outcomeOf(await create("prod"))).toBe("NOT_FOUND");
    expect((await fileIngress.call("GET", "/dashboard/api/live/payouts", { session })).data).toEqual([]);
    const simulated = await fileIngress.call("POST", "/dashboard/api/live/sandbox/clock/advance", {
      session,
      body: { minutes: 1 },
    });
    expect(outcomeOf(simulated)).toBe("SANDBOX_TEST_KEY_REQUIRED");
  });
});

describe("a session that has ended", () => {
  test("is one failure of its address, however many things a page asks for with it", async ({
    fileDatabase,
    fileDatabaseUrl,
  }) => {
    const limitsPerMinute = { failedAuthentication: 3 };
    await using ingress = await startTestIngress(fileDatabaseUrl, { limitsPerMinute });
    const { id, session } = await createPerson(fileDatabase);
    await age(fileDatabase, id, "created_at", "14 days 1 minute");
    const show = async (token: string) =>
      outcomeOf(await ingress.call("GET", "/dashboard/api/session", { session: token }));
    const page = () => Promise.all(Array.from({ length: 5 }, () => show(session)));
    expect([...(await page()), ...(await page())]).toEqual(Array(10).fill("AUTH_REQUIRED"));
    const guesses = [await show("a".repeat(43)), await show("b".repeat(43)), await show("c".repeat(43))];
    expect(guesses).toEqual(["AUTH_REQUIRED", "AUTH_REQUIRED", "RATE_LIMITED"]);
  });
});

describe("a role", () => {
  const pathOf = ({ path }: SessionRoute) =>
    path.replace(":environment", "test").replace(/:\w+/g, "pyt_00000000000000000000000000");

  test("no role, no session and a forged one open nothing", async ({ fileDatabase, fileIngress }) => {
    const { session } = await createPerson(fileDatabase);
    for (const route of sessionRoutes) {
      const ask = (as: object) =>
        fileIngress.call(route.method.toUpperCase(), pathOf(route), {
          ...as,
          ...(route.method !== "get" && { body: {} }),
        });
      expect(outcomeOf(await ask({}))).toBe("AUTH_REQUIRED");
      expect(outcomeOf(await ask({ session: "x".repeat(43) }))).toBe("AUTH_REQUIRED");
      if (route.permission !== "person") expect(outcomeOf(await ask({ session }))).toBe("ROLE_INSUFFICIENT");
    }
  });

  test("is looked up at each request, in the merchant that the session shows, whose change changes the token", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const [one, two] = [
      await createMember(fileDatabase),
      await createMember(fileDatabase, { available: 5n }),
    ];
    const person = await createPerson(fileDatabase, [
      [one.tenant.merchantId, "owner"],
      [two.tenant.merchantId, "viewer"],
    ]);
    const { id } = person;
    let { session } = person;
    const balances = (as: string) => fileIngress.call("GET", "/dashboard/api/test/balances", { session: as });
    const me = async () => (await fileIngress.call("GET", "/dashboard/api/session", { session })).data;
    const { merchants } = await me();
    expect(merchants.map(({ role }: { role: string }) => role).toSorted()).toEqual(["owner", "viewer"]);
    const other = merchants.find(({ role }: { role: string }) => role === "viewer").reference;
    const show = (merchant: string) =>
      fileIngress.call("POST", "/dashboard/api/session/merchant", { session, body: { merchant } });
    // The rights change, and so does the token. What is not shown changes nothing.
    const shown = await show(other);
    const renewed = /^__Host-session=([^;]+)/.exec(shown.headers.get("set-cookie") ?? "")?.[1];
    expect(shown.status).toBe(200);
    expect(outcomeOf(await balances(session))).toBe("AUTH_REQUIRED");
    session = renewed!;
    expect((await balances(session)).data[0].available.value).toBe(5);
    const stranger = await createMember(fileDatabase);
    const { reference } = await fileDatabase.one(sql.type(z.object({ reference: z.string() }))`
      select reference from merchants where id = ${stranger.tenant.merchantId}`);
    const refused = await show(reference);
    expect([outcomeOf(refused), refused.headers.get("set-cookie")]).toEqual(["NOT_FOUND", null]);
    await fileDatabase.query(sql.type(z.object({}))`
      delete from memberships where person_id = ${id} and merchant_id = ${two.tenant.merchantId}`);
    expect(outcomeOf(await balances(session))).toBe("ROLE_INSUFFICIENT");
    expect((await me()).merchant).toBeNull();
  });
});
