import { gzipSync } from "node:zlib";
import { describe, expect } from "vitest";
import { z } from "zod";
import { dashboardRoutes } from "../../../ingress/dashboard/dashboard-routes.ts";
import type { Route, SessionRoute } from "../../../ingress/http/route.ts";
import { createPasswords } from "../../../ingress/people/passwords.ts";
import { totpCode } from "../../../ingress/factors/totp.ts";
import type { Database } from "../../../sql/process/database.ts";
import { startSession } from "../../../sql/sessions/sessions.ts";
import { sql } from "../../../sql/process/sql-tag.ts";
import { outcomeOf, type ApiResponse } from "../../helpers/call.ts";
import { countHashes } from "../../helpers/count-hashes.ts";
import { countTrips } from "../../helpers/database/count-trips.ts";
import { createUnmatchedCredit } from "../../collections/create-unmatched-credit.ts";
import { createMember } from "../../helpers/create-member.ts";
import { createPerson } from "../../helpers/create-person.ts";
import { startIngressProcess } from "../../helpers/platform/start-process.ts";
import { startProxy } from "../../helpers/outside/start-proxy.ts";
import { startTestIngress, type TestIngress } from "../../helpers/platform/start-test-ingress.ts";
import { test } from "../../helpers/test.ts";
import { safeNext } from "../../../widget/dashboard/api/sign-in-path.ts";
import { openBrowser, type TestBrowser } from "../../people/browser.ts";
import { lastToken } from "../../people/read-mails.ts";
import { createOneOfEach, unknownLike } from "../../merchants/one-of-each.ts";
import { businessOf, pdfFile } from "../../verification/business.ts";
import { merchantOf } from "../../helpers/merchant-of.ts";

const sessionRoutes = dashboardRoutes.filter((route): route is SessionRoute => route.access === "session");
const changing = dashboardRoutes.filter(({ method }) => method !== "get");
const nothing = z.object({});

const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;
/** A path of a route about things that nobody has. */
const pathOf = ({ path }: Pick<Route, "path">, environment = "test") =>
  path.replace(":environment", environment).replace(/:\w+/g, "pyt_00000000000000000000000000");

/** A merchant with a person of this role, and the person's cookie. */
async function createTeamMember(database: Database, role: "owner" | "viewer" = "owner") {
  const { tenant } = await createMember(database);
  const person = await createPerson(database, [[tenant.merchantId, role]]);
  return { ...person, merchantId: tenant.merchantId, cookie: `__Host-session=${person.session}` };
}

describe("another site's page", () => {
  const evil = "https://evil.example";
  const json = { "content-type": "application/json" };
  const senders: [string, Record<string, string>][] = [
    [
      "a form",
      { "content-type": "application/x-www-form-urlencoded", origin: evil, "sec-fetch-site": "cross-site" },
    ],
    [
      "a form that is sent as text",
      { "content-type": "text/plain", origin: evil, "sec-fetch-site": "cross-site" },
    ],
    ["a script", { ...json, origin: evil, "sec-fetch-site": "cross-site" }],
    ["a page of a sibling domain", { ...json, origin: evil, "sec-fetch-site": "same-site" }],
    ["an old browser", { ...json, origin: evil }],
    ["a sandboxed frame", { ...json, origin: "null" }],
    ["who says nothing of where they are", json],
  ];

  test("changes nothing with somebody's cookie, by any route", async ({ fileDatabase, fileIngress }) => {
    const { session, cookie } = await createTeamMember(fileDatabase);
    expect(changing.length).toBeGreaterThan(50);
    for (const route of changing) {
      for (const [sender, headers] of senders) {
        const response = await fetch(fileIngress.url + pathOf(route), {
          method: route.method.toUpperCase(),
          headers: { ...headers, cookie },
          body: "{}",
        });
        const { error } = (await response.json()) as { error?: { code: string } };
        const what = `${nameOf(route)} from ${sender}`;
        expect([what, error?.code]).toEqual([what, "ORIGIN_NOT_ALLOWED"]);
        expect(response.headers.get("set-cookie"), what).toBeNull();
      }
    }
    expect((await fileIngress.call("GET", "/dashboard/api/session", { session })).status).toBe(200);
  });

  test("may read no response, and is not told that it may ask", async ({ fileDatabase, fileIngress }) => {
    const { cookie } = await createTeamMember(fileDatabase);
    for (const route of dashboardRoutes) {
      for (const method of [route.method.toUpperCase(), "OPTIONS"]) {
        const { headers } = await fetch(fileIngress.url + pathOf(route), {
          method,
          headers: {
            cookie,
            origin: evil,
            "access-control-request-method": route.method.toUpperCase(),
            "access-control-request-headers": "content-type",
          },
        });
        const allowed = [...headers.keys()].filter((name) => name.startsWith("access-control-"));
        expect([nameOf(route), method, allowed]).toEqual([nameOf(route), method, []]);
        expect(headers.get("cross-origin-resource-policy"), nameOf(route)).toBe("same-origin");
      }
    }
  });
});

describe("a page in a frame", () => {
  test("is none of the dashboard's, nor any response of its API", async ({ fileDatabase, fileIngress }) => {
    const { cookie } = await createTeamMember(fileDatabase);
    const pages = ["", "/", "/test", "/live/payouts", "/sign-in", "/invitation", "/no-such", "/test/keys/"];
    const paths = [
      ...pages.map((path) => `/dashboard${path}`),
      ...sessionRoutes.filter(({ method }) => method === "get").map((route) => pathOf(route)),
    ];
    for (const path of paths) {
      const { headers } = await fetch(fileIngress.url + path, { headers: { cookie } });
      const isPage = !path.startsWith("/dashboard/api");
      expect([path, headers.get("x-frame-options")]).toEqual([path, isPage ? "DENY" : "SAMEORIGIN"]);
      expect([path, headers.get("content-security-policy")]).toEqual([
        path,
        expect.stringContaining(isPage ? "frame-ancestors 'none'" : "frame-ancestors 'self'"),
      ]);
    }
  });
});

describe("a cache", () => {
  test("keeps no response to somebody who is signed in, nor a refusal", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { cookie } = await createTeamMember(fileDatabase);
    const outsider = await createPerson(fileDatabase);
    const cookies = [cookie, `__Host-session=${outsider.session}`, "__Host-session=none", ""];
    // The directory of banks, which is the same for everybody, is the one thing that a browser keeps.
    const isPublic = ({ responseHeaders }: Route) => responseHeaders?.includes("ETag") === true;
    const publicRoutes = dashboardRoutes.filter(isPublic);
    expect(publicRoutes.map(nameOf)).toEqual(["GET /dashboard/api/:environment/banks"]);
    const paths: [method: string, path: string][] = [
      ...dashboardRoutes
        .filter((route) => !isPublic(route))
        .map((route): [string, string] => [route.method.toUpperCase(), pathOf(route)]),
      ...sessionRoutes.map((route): [string, string] => ["DELETE", pathOf(route)]),
      ["GET", "/dashboard/api/test/updates"],
      ["GET", "/dashboard/api/no-such-route"],
      ["GET", "/dashboard/test/payouts"],
    ];
    for (const [method, path] of paths) {
      for (const sent of method === "GET" ? ["GET", "HEAD"] : [method]) {
        for (const as of sent === "GET" ? cookies : cookies.slice(0, 1)) {
          const asked = new AbortController();
          const { status, headers } = await fetch(fileIngress.url + path, {
            method: sent,
            // What one person saw must not be confirmed to another.
            headers: { ...(as !== "" && { cookie: as }), "if-none-match": "*" },
            signal: asked.signal,
          });
          asked.abort();
          const what = `${sent} ${path}: ${status}`;
          expect([what, headers.get("cache-control")]).toEqual([what, "no-store"]);
          expect([what, headers.get("etag"), headers.get("last-modified")]).toEqual([what, null, null]);
          expect(status, what).not.toBe(304);
        }
      }
    }
  });
});

/** The text fields of a schema that take references: those that take one of ours and not just any text. */
function referenceFields(schema: z.ZodType | undefined, references: readonly string[]): string[] {
  const { shape } = (schema ?? {}) as { shape?: Record<string, z.ZodType> };
  const takes = (field: z.ZodType, value: unknown) => field.safeParse(value).success;
  return Object.entries(shape ?? {})
    .filter(
      ([, field]) => references.some((one) => takes(field, one)) && !takes(field, "no reference at all"),
    )
    .map(([name]) => name);
}

describe("another merchant's references", () => {
  /** Everything of a merchant that has a reference, and its owner. */
  async function createVictim(database: Database, ingress: TestIngress) {
    const { owner, account, crypto, saved, referenceFor } = await createOneOfEach(database);
    const { merchantId } = owner.tenant;
    const ada = await createPerson(database, [[merchantId, "owner"]]);
    const { data: invited } = await ingress.call("POST", "/dashboard/api/invitations", {
      session: ada.session,
      body: { email: "bisi@example.com", role: "viewer" },
    });
    const document = await businessOf(ingress, ada.session).add("proof_of_address", pdfFile());
    const merchant = await merchantOf(database, { merchantId });
    const of = (path: string) => referenceFor({ path })!;
    const references = [
      ...[of("/v1/payouts"), of("/v1/payment-links"), of("/v1/events"), saved.reference, account.reference],
      ...[account.collection.reference, crypto, owner.keyReference, ada.reference, invited.reference],
      ...[merchant, document.data.reference],
    ];
    return { references };
  }

  test("in a query find what unknown ones find", async ({ fileDatabase: database, fileIngress: ingress }) => {
    const { references } = await createVictim(database, ingress);
    const eve = await createTeamMember(database);
    const tried = [];
    for (const route of sessionRoutes.filter(({ method }) => method === "get")) {
      for (const field of referenceFields(route.request.query as z.ZodType, references)) {
        for (const reference of references) {
          const ask = (value: string) =>
            ingress.call("GET", `${pathOf(route)}?${new URLSearchParams({ [field]: value })}`, {
              session: eve.session,
            });
          const [known, unknown] = [await ask(reference), await ask(unknownLike(reference))];
          const what = `${nameOf(route)}?${field}=${reference}`;
          expect([what, known.status, known.text]).toEqual([what, unknown.status, unknown.text]);
          expect(known.text).not.toContain("Kaduna");
        }
        tried.push(`${route.path}?${field}`);
      }
    }
    expect(tried).toContain("/dashboard/api/audit-log?person");
  });

  test("in a body are those that do not exist, on every route that takes one", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { references } = await createVictim(database, ingress);
    const { tenant } = await createMember(database, { available: 500_000n });
    const eve = await createPerson(database, [[tenant.merchantId, "owner"]]);
    const { credit } = await createUnmatchedCredit(database, tenant, 1_000n, null);
    const amount = { value: 1_000, currency: "NGN" };
    const at = "POST /dashboard/api/:environment";
    /** Each route that takes a reference in its body, with the body that has it. */
    const bodies: Record<string, (reference: string) => object> = {
      "POST /dashboard/api/session/merchant": (merchant) => ({ merchant }),
      [`${at}/payouts`]: (payoutAccountId) => ({ payoutAccountId, amount }),
      [`${at}/payouts/quote`]: (payoutAccountId) => ({ payoutAccountId, amount }),
      [`${at.replace("POST", "PUT")}/payout-batches/:reference/items/:index`]: (payoutAccountId) => ({
        payoutAccountId,
        amount,
      }),
      [`${at}/refunds`]: (collection) => ({ collection, reason: "duplicate" }),
      [`${at}/collections`]: (virtualAccount) => ({ virtualAccount, amount }),
      [`${at}/unmatched-credits/:reference/accept`]: (collection) => ({ collection }),
      [`${at}/sandbox/simulate/collection-success`]: (virtualAccountReference) => ({
        virtualAccountReference,
      }),
      [`${at}/sandbox/simulate/crypto-payment`]: (reference) => ({ reference }),
    };
    const taking = sessionRoutes.filter(
      ({ method, request }) =>
        method !== "get" && referenceFields(request.body as z.ZodType, references).length > 0,
    );
    expect(taking.map(nameOf).toSorted()).toEqual(Object.keys(bodies).toSorted());
    for (const route of taking) {
      const ask = (reference: string) =>
        ingress.call(route.method.toUpperCase(), pathOf(route).replace(/pyt_0+/, credit), {
          session: eve.session,
          body: bodies[nameOf(route)]!(reference),
          headers: /(collections|payouts|refunds)$/.test(route.path) ? { "idempotency-key": reference } : {},
        });
      const outcomes = [];
      for (const reference of references) {
        const [known, unknown] = [await ask(reference), await ask(unknownLike(reference))];
        const what = `${nameOf(route)} ${reference}`;
        expect([what, known.status, known.text]).toEqual([what, unknown.status, unknown.text]);
        outcomes.push(outcomeOf(known));
      }
      // It was looked up, and not refused for its form.
      expect([nameOf(route), outcomes]).toEqual([nameOf(route), expect.arrayContaining(["NOT_FOUND"])]);
    }
  });
});

describe("an address to go to after signing in", () => {
  const origin = "https://pay.example";
  const lead = (next: string) => safeNext(next, origin);

  test.for([
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https:evil.example",
    "https://evil.example/dashboard/",
    "//evil.example/dashboard/",
    "/dashboard/..//evil.example",
    "/dashboard/%2e%2e//evil.example",
    "/dashboard/..\\\\evil.example",
    "/dashboard/.%2e/%2e%2e//evil.example",
    "/\t/evil.example/dashboard/",
    "https:/dashboard/",
    "javascript:alert(1)//dashboard/",
    "data:text/html,/dashboard/",
    "@evil.example",
    " //evil.example",
    "/dashboard@evil.example",
    "/dashboard.evil.example",
    "//pay.example@evil.example",
    "/dashboard/api/sign-out",
    "/dashboard/./api/session",
    "/dashboard/x/../api/test/updates",
    "/v1/banks",
    "/docs",
    "/",
    "",
    "dashboard/test",
    "http://pay.example/dashboard/test",
  ])("is not %j", (next) => {
    expect(lead(next)).toBeUndefined();
  });

  test("is a screen of this dashboard, whatever is written behind it", () => {
    expect(lead("/dashboard/live/payouts?status=failed#x")).toBe("/dashboard/live/payouts?status=failed#x");
    // Whatever it leads to, it is here.
    for (const next of [
      "/dashboard//evil.example",
      "/dashboard/%5c%5cevil.example",
      "/dashboard/%2f%2fevil.example",
      "/dashboard/\r\nlocation: https://evil.example",
      "/dashboard/?next=//evil.example",
    ])
      expect(new URL(lead(next)!, origin).origin).toBe(origin);
  });
});

describe("without a fresh proof of who it is", () => {
  /** What threat or theft of a session is worth most for. A route that is added here must ask for a proof. */
  const delicate = [
    "POST /dashboard/api/:environment/keys",
    "POST /dashboard/api/:environment/keys/:reference/rotate",
    "PATCH /dashboard/api/:environment/keys/:reference",
    "PUT /dashboard/api/:environment/webhook-endpoint",
    "POST /dashboard/api/:environment/webhook-endpoint/rotate-secret",
    "PUT /dashboard/api/:environment/approval-policy",
    "POST /dashboard/api/:environment/approvals/:reference/approve",
    "POST /dashboard/api/:environment/payout-accounts",
    "PATCH /dashboard/api/:environment/payout-accounts/:reference",
    "POST /dashboard/api/:environment/payout-accounts/:reference/remove",
    "PATCH /dashboard/api/members/:reference",
    "POST /dashboard/api/members/:reference/remove",
    "POST /dashboard/api/invitations",
    "POST /dashboard/api/passkeys/begin",
    "POST /dashboard/api/passkeys/:reference/remove",
    "POST /dashboard/api/totp/begin",
    "POST /dashboard/api/totp/disable",
    "POST /dashboard/api/recovery-codes",
    "POST /dashboard/api/verification/submit",
    "POST /dashboard/api/platform/verifications/:merchant/decision",
  ];
  const asking = sessionRoutes.filter(({ stepUp }) => stepUp !== undefined);

  test("nothing delicate happens, whoever else has proved theirs", async ({ fileDatabase, fileIngress }) => {
    expect(asking.map(nameOf)).toEqual(expect.arrayContaining(delicate));
    const { id, session, merchantId } = await createTeamMember(fileDatabase);
    await fileDatabase.query(sql.type(nothing)`update people set is_reviewer = true where id = ${id}`);
    await fileDatabase.query(sql.type(nothing)`
      update sessions set proved_at = now() - interval '10 minutes 1 second' where person_id = ${id}`);
    // Another session of the same person, and another owner, who both proved it just now.
    const other = await startSession(fileDatabase, id, { address: "127.0.0.1", userAgent: "test" });
    const colleague = await createPerson(fileDatabase, [[merchantId, "owner"]], { isReviewer: true });
    for (const route of asking) {
      const ask = (as: string) =>
        fileIngress.call(route.method.toUpperCase(), pathOf(route, "live"), { session: as, body: {} });
      expect([nameOf(route), outcomeOf(await ask(session))]).toEqual([nameOf(route), "STEP_UP_REQUIRED"]);
      for (const proved of [other, colleague.session])
        expect([nameOf(route), outcomeOf(await ask(proved))]).not.toEqual([
          nameOf(route),
          "STEP_UP_REQUIRED",
        ]);
    }
  });
});

describe("who loses a role", () => {
  /** Opens a stream of changes, which looks for changes once an hour. Resolves at its end. */
  async function watch(url: string, cookie: string) {
    const response = await fetch(`${url}/dashboard/api/test/updates`, { headers: { cookie } });
    expect(response.status).toBe(200);
    return { ended: response.text() };
  }
  const hourly = { updatesRefreshMs: 3_600_000 };

  test.for(["removed", "demoted", "signed out by themselves elsewhere"] as const)(
    "by being %s sees and hears no more at once, on every process",
    async (how, { database, databaseUrl }) => {
      await using one = await startTestIngress(databaseUrl, hourly);
      await using two = await startTestIngress(databaseUrl, hourly);
      const owner = await createTeamMember(database);
      const eve = await createPerson(database, [[owner.merchantId, "owner"]]);
      const cookie = `__Host-session=${eve.session}`;
      const streams = [await watch(one.url, cookie), await watch(two.url, cookie)];
      const at = `/dashboard/api/members/${eve.reference}`;
      const { status } = await (how === "removed"
        ? one.call("POST", `${at}/remove`, { session: owner.session, body: {} })
        : how === "demoted"
          ? one.call("PATCH", at, { session: owner.session, body: { role: "viewer" } })
          : one.call("POST", "/dashboard/api/sessions/end-all", { session: eve.session }));
      expect(status).toBe(200);
      for (const { call } of [one, two]) {
        const next = await call("GET", "/dashboard/api/test/balances", { session: eve.session });
        expect(outcomeOf(next)).toBe(how === "removed" ? "ROLE_INSUFFICIENT" : "AUTH_REQUIRED");
      }
      for (const { ended } of streams) expect(await ended).not.toContain("changed");
    },
  );

  test("has no session and no stream in another process either", async ({ database, databaseUrl }) => {
    // Streams look for ended sessions only once an hour here, so it is the notification that ends them.
    const hourlyOf = { UPDATES_REFRESH_MS: `${hourly.updatesRefreshMs}` };
    await using one = await startIngressProcess(databaseUrl, hourlyOf);
    await using two = await startIngressProcess(databaseUrl, hourlyOf);
    await Promise.all([one.ready, two.ready]);
    const [password, chosen] = ["a lagoon at dusk 7", "another lagoon 88"];
    const hash = await createPasswords().hash(password);
    for (const how of ["signs out", "changes the password", "is removed"] as const) {
      const owner = await createTeamMember(database);
      const eve = await createPerson(database, [[owner.merchantId, "viewer"]]);
      await database.query(sql.type(nothing)`update people set password_hash = ${hash} where id = ${eve.id}`);
      const session = await startSession(database, eve.id, { address: "127.0.0.1", userAgent: "test" });
      const see = (token: string) => two.call("GET", "/dashboard/api/test/balances", { session: token });
      for (const token of [eve.session, session]) expect((await see(token)).status).toBe(200);
      const stream = await watch(two.url, `__Host-session=${session}`);

      // The password is changed in another session: it ends this one.
      const { status } = await (how === "signs out"
        ? one.call("POST", "/dashboard/api/sign-out", { session })
        : how === "changes the password"
          ? one.call("POST", "/dashboard/api/change-password", {
              session: eve.session,
              body: { current: password, new: chosen },
            })
          : one.call("POST", `/dashboard/api/members/${eve.reference}/remove`, {
              session: owner.session,
              body: {},
            }));
      expect([how, status]).toEqual([how, 200]);
      expect([how, outcomeOf(await see(session))]).toEqual([
        how,
        how === "is removed" ? "ROLE_INSUFFICIENT" : "AUTH_REQUIRED",
      ]);
      // The token that changed the password is worth nothing either: that session has another one.
      if (how === "changes the password") expect(outcomeOf(await see(eve.session))).toBe("AUTH_REQUIRED");
      expect([how, await stream.ended]).toEqual([how, expect.stringContaining("event: ended")]);
    }
  });

  test("keeps no stream of a business by watching another with the same session", async ({
    database,
    databaseUrl,
  }) => {
    // There is no notification, so the process has to find out by its own regular look.
    await using ingress = await startTestIngress(databaseUrl, { updatesRefreshMs: 100 });
    await database.query(sql.type(nothing)`drop trigger notify_watchers on sessions`);
    const [one, two] = [await createTeamMember(database), await createTeamMember(database)];
    const eve = await createPerson(database, [
      [one.merchantId, "viewer"],
      [two.merchantId, "viewer"],
    ]);
    const cookie = `__Host-session=${eve.session}`;
    const first = await watch(ingress.url, cookie);
    const { merchant, merchants } = (
      await ingress.call("GET", "/dashboard/api/session", { session: eve.session })
    ).data;
    const other = merchants.find(({ reference }: { reference: string }) => reference !== merchant.reference);
    const { headers } = await ingress.call("POST", "/dashboard/api/session/merchant", {
      session: eve.session,
      body: { merchant: other.reference },
    });
    const second = await watch(ingress.url, headers.get("set-cookie")!.split(";")[0]!);
    await first.ended;
    let isOver = false;
    void second.ended.then(
      () => (isOver = true),
      () => {},
    );
    expect(isOver).toBe(false);
  });
});

describe("who guesses", () => {
  const password = "a lagoon at dusk 7";
  const present = () => Math.floor(Date.now() / 30_000);

  /** A person with a password and an app for codes, their own browser, and a code that the app does not show. */
  async function createProtected(database: Database, ingress: TestIngress) {
    const person = await createPerson(database);
    await database.query(sql.type(nothing)`
      update people set password_hash = ${await hash} where id = ${person.id}`);
    const own = openBrowser(ingress, new Map([["__Host-session", person.session]]));
    const { secret } = (await own.post("totp/begin")).data as { secret: string };
    const { data } = await own.post("totp", { code: totpCode(secret, present() - 1) });
    const near = [-2, -1, 0, 1, 2].map((off) => totpCode(secret, present() + off));
    const wrong = ["000000", "000001", "000002", "000003", "000004", "000005"].find(
      (n) => !near.includes(n),
    )!;
    return { ...person, own, secret, wrong, recoveryCodes: data.recoveryCodes as string[] };
  }
  const hash = createPasswords().hash(password);

  test("codes with the password has 20 an hour on all processes, and locks out neither the person's browser nor session", async ({
    database,
    databaseUrl,
  }) => {
    await using one = await startTestIngress(databaseUrl);
    await using two = await startTestIngress(databaseUrl);
    const ada = await createProtected(database, one);
    // Her browser signs in once, and is known from then on.
    await ada.own.post("sign-in", { email: ada.email, password });
    const finished = await ada.own.post("sign-in/totp", { code: totpCode(ada.secret, present()) });
    expect(finished.status).toBe(200);

    const guess = async (n: number) => {
      const stranger = openBrowser(n % 2 === 0 ? one : two);
      await stranger.post("sign-in", { email: ada.email, password });
      // Recovery codes are guessed at the same cost.
      const kinds = { totp: { code: ada.wrong }, "recovery-code": { code: "aaaa-bbbb-cccc-dddd" } };
      const responses = [];
      for (let tries = 0; tries < 6; tries += 1) {
        const kind = tries % 2 === 0 ? "totp" : "recovery-code";
        responses.push(outcomeOf(await stranger.post(`sign-in/${kind}`, kinds[kind])));
      }
      return responses;
    };
    const outcomes = [];
    for (let n = 0; n < 8; n += 1) outcomes.push(...(await guess(n)));
    expect(outcomes.filter((outcome) => outcome === "VALIDATION_ERROR")).toHaveLength(20);
    expect(outcomes).not.toContain(200);
    const code = () => totpCode(ada.secret, present() + 1);
    const stranger = openBrowser(two);
    await stranger.post("sign-in", { email: ada.email, password });
    expect(outcomeOf(await stranger.post("sign-in/totp", { code: code() }))).toBe("RATE_LIMITED");

    // Her session confirms, and her browser signs in again.
    await database.query(sql.type(nothing)`update totp_secrets set last_step = 0`);
    expect((await ada.own.post("step-up", { code: code() })).status).toBe(200);
    await ada.own.post("sign-out");
    await ada.own.post("sign-in", { email: ada.email, password });
    await database.query(sql.type(nothing)`update totp_secrets set last_step = 0`);
    expect((await ada.own.post("sign-in/totp", { code: code() })).status).toBe(200);
  });

  test("with a stolen session does not lock out the person's other sessions", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const ada = await createProtected(fileDatabase, fileIngress);
    const token = await startSession(fileDatabase, ada.id, { address: "127.0.0.1", userAgent: "test" });
    const thief = openBrowser(fileIngress, new Map([["__Host-session", token]]));
    const guesses = [];
    for (let n = 0; n < 6; n += 1) guesses.push(outcomeOf(await thief.post("step-up", { code: ada.wrong })));
    expect(guesses).toEqual([...Array<string>(5).fill("VALIDATION_ERROR"), "RATE_LIMITED"]);
    const code = totpCode(ada.secret, present());
    expect(outcomeOf(await thief.post("step-up", { code }))).toBe("RATE_LIMITED");
    expect((await ada.own.post("step-up", { code })).status).toBe(200);
    // Nor the password, by guessing at it to change it.
    const change = (from: TestBrowser, current: string) =>
      from.post("change-password", { current, new: "another lagoon 88" });
    const wrong = [];
    for (let n = 0; n < 11; n += 1) wrong.push(outcomeOf(await change(thief, `guess number ${n}`)));
    expect(wrong).toEqual([...Array<string>(10).fill("VALIDATION_ERROR"), "RATE_LIMITED"]);
    expect((await change(ada.own, password)).status).toBe(200);
  });

  test("one code many times at once, before signing in, opens one session", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const ada = await createProtected(fileDatabase, fileIngress);
    const browsers = Array.from({ length: 5 }, () => openBrowser(fileIngress));
    for (const browser of browsers) await browser.post("sign-in", { email: ada.email, password });
    const code = totpCode(ada.secret, present());
    const at = "sign-in/totp";
    const responses = await Promise.all(browsers.map((browser) => browser.post(at, { code })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    // And a recovery code too.
    const others = Array.from({ length: 5 }, () => openBrowser(fileIngress));
    for (const browser of others) await browser.post("sign-in", { email: ada.email, password });
    const used = await Promise.all(
      others.map((browser) => browser.post("sign-in/recovery-code", { code: ada.recoveryCodes[0] })),
    );
    expect(used.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("anything, or has mails sent, is stopped by address on every route that takes no session", async ({
    fileDatabaseUrl,
  }) => {
    await using ingress = await startTestIngress(fileDatabaseUrl, {
      limitsPerMinute: { signIn: 2, signUp: 2 },
    });
    const open = dashboardRoutes.filter(({ access }) => access === "public");
    expect(open.map(nameOf).filter((name) => !name.startsWith("POST "))).toEqual([]);
    const counted: Record<string, number> = {};
    for (const route of open) {
      const { addressLimit } = route as Extract<Route, { access: "public" }>;
      expect([nameOf(route), addressLimit]).toEqual([nameOf(route), expect.stringMatching(/^sign-(in|up)$/)]);
      const asked = (counted[addressLimit!] = (counted[addressLimit!] ?? 0) + 1);
      const response = await ingress.call("POST", route.path, { body: {} });
      expect([nameOf(route), outcomeOf(response) === "RATE_LIMITED"]).toEqual([nameOf(route), asked > 2]);
    }
  });
});

describe("a cookie that somebody planted", () => {
  test("is neither the session nor the sign-in that follows, whatever way in", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const planter = await createPerson(fileDatabase);
    const owner = await createTeamMember(fileDatabase);
    const [password, name] = ["a lagoon at dusk 7", "Ngozi Eze"];
    const email = `planted-${Date.now()}@example.com`;
    const person = { email, password, name, businessName: "Lagoon Books" };
    const guest = `guest-${Date.now()}@example.com`;
    await fileIngress.call("POST", "/dashboard/api/invitations", {
      session: owner.session,
      body: { email: guest, role: "viewer" },
    });
    const plant = () => new Map([["__Host-session", planter.session]]);
    const ways: [string, (browser: TestBrowser) => Promise<ApiResponse>][] = [
      [
        "a link that proves the address",
        async ({ post }) => {
          await post("sign-up", person);
          return post("verify-email", { token: await lastToken(fileDatabase, email, "verify_email") });
        },
      ],
      ["a password", ({ post }) => post("sign-in", person)],
      [
        "an invitation",
        async ({ post }) =>
          post("invitations/sign-up", {
            name,
            password,
            token: await lastToken(fileDatabase, guest, "invitation"),
          }),
      ],
    ];
    for (const [way, enter] of ways) {
      const browser = openBrowser(fileIngress, plant());
      const { headers } = await enter(browser);
      for (const line of headers.getSetCookie()) {
        // What begins with __Host- is set by this host alone, for all of it, over https.
        expect([way, line]).toEqual([
          way,
          expect.stringMatching(
            /^__Host-[a-z-]+=[^;]+; Path=\/; Secure; HttpOnly; SameSite=Lax(; Max-Age=\d+)?$/,
          ),
        ]);
      }
      const given = browser.cookies.get("__Host-session")!;
      expect([way, given === planter.session]).toEqual([way, false]);
      const { data } = await browser.get("session");
      expect([way, data.person.email]).toEqual([way, way === "an invitation" ? guest : email]);
      // A planted cookie opens the attacker's own session or nothing, never the person's account.
      const planted = await fileIngress.call("GET", "/dashboard/api/session", { session: planter.session });
      expect([way, planted.data?.person.email ?? planter.email]).toEqual([way, planter.email]);
    }
  });
});

describe("a link of a mail", () => {
  test("ends with any other of the person that is used, in whatever browser", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const [first, second] = [openBrowser(fileIngress), openBrowser(fileIngress)];
    const email = `links-${Date.now()}@example.com`;
    const ada = { email, password: "a lagoon at dusk 7", name: "Ada", businessName: "Books" };
    await first.post("sign-up", ada);
    await first.post("request-password-reset", { email });
    const reset = await lastToken(fileDatabase, email, "reset_password");
    const verify = await lastToken(fileDatabase, email, "verify_email");
    await second.post("request-password-reset", { email });
    const later = await lastToken(fileDatabase, email, "reset_password");
    const chosen = "another lagoon 88";
    expect((await second.post("reset-password", { token: later, password: chosen })).status).toBe(200);
    for (const refused of [
      await first.post("reset-password", { token: reset, password: "a third lagoon 33" }),
      await second.post("reset-password", { token: later, password: "a third lagoon 33" }),
      await first.post("verify-email", { token: verify }),
    ])
      expect(refused.error.details).toEqual({ token: expect.stringContaining("no longer valid") });
    expect((await second.post("sign-in", { email, password: chosen })).status).toBe(200);
  });
});

describe("who asks whether an address has an account", () => {
  test("gets the same response, with the same headers, by every route that takes one", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const ada = await createPerson(fileDatabase);
    const at = Date.now();
    const rest = { password: "a lagoon at dusk 7", name: "Ada", businessName: "Books" };
    const taking = dashboardRoutes.filter(
      ({ access, request }) =>
        access === "public" && "email" in ((request.body as { shape?: object } | undefined)?.shape ?? {}),
    );
    expect(taking.map(({ path }) => path.split("/").at(-1)).toSorted()).toEqual([
      "request-password-reset",
      "resend-verification",
      "sign-in",
      "sign-up",
    ]);
    for (const { path } of taking) {
      const ask = async (email: string) => {
        const body = path.endsWith("sign-up") ? { ...rest, email } : { email };
        const sent = path.endsWith("sign-in") ? { ...body, password: "not theirs, surely" } : body;
        const { status, text, headers } = await fileIngress.call("POST", path, { body: sent });
        return { status, text, headers: [...headers.keys()].toSorted() };
      };
      expect([path, await ask(ada.email)]).toEqual([path, await ask(`nobody-${at}@example.com`)]);
    }
  });
});

describe("who measures whether an address has an account", () => {
  test("finds the same work behind each response: password hashes, and statements of the database", async ({
    database,
    databaseUrl,
  }) => {
    const trips = countTrips();
    await using wire = await startProxy(databaseUrl, trips.watch);
    // One connection for reading and one for writing, so that none is opened meanwhile.
    await using ingress = await startTestIngress(wire.url, { databasePoolSize: 2 });
    const rest = { password: "a lagoon at dusk 7", name: "Ada", businessName: "Books" };
    const [proved, unproved] = [await createPerson(database), `unproved-${Date.now()}@example.com`];
    const hash = await createPasswords().hash(rest.password);
    await database.query(sql.type(nothing)`
      update people set password_hash = ${hash} where id = ${proved.id}`);
    await ingress.call("POST", "/dashboard/api/sign-up", { body: { ...rest, email: unproved } });
    const invited = await createPerson(database);
    const addresses = {
      "with an account": proved.email,
      "with an account without a password": invited.email,
      "that is not proved": unproved,
      "without an account": `nobody-${Date.now()}@example.com`,
    };
    using counter = countHashes();
    const cost = async (path: string, body: object) => {
      const before = [counter.hashes(), trips.trips()] as const;
      const { status } = await ingress.call("POST", `/dashboard/api/${path}`, { body });
      return { status, hashes: counter.hashes() - before[0], trips: trips.trips() - before[1] };
    };
    for (const [path, hashes] of [
      ["sign-in", 1],
      ["sign-up", 1],
      ["request-password-reset", 0],
      ["resend-verification", 0],
    ] as const) {
      const bodyOf = (email: string) =>
        path === "sign-up"
          ? { ...rest, email }
          : path === "sign-in"
            ? { email, password: "not theirs, surely" }
            : { email };
      const unknown = await cost(path, bodyOf(`first-${path}@example.com`));
      expect(unknown).toMatchObject({ hashes, trips: expect.toSatisfy((n: number) => n > 0) });
      for (const [which, email] of Object.entries(addresses))
        expect([path, which, await cost(path, bodyOf(email))]).toEqual([path, which, unknown]);
    }
  });
});

describe("who asks for a mail to an address", () => {
  test("makes the database write the same rows, whether or not it has an account: that takes longest", async ({
    database,
    ingress,
  }) => {
    const written = async () => {
      const counts = z.object({ mails: z.int(), tokens: z.int(), jobs: z.int(), attempts: z.int() });
      return database.one(sql.type(counts)`
        select (select count(*)::int from mails) as mails, (select count(*)::int from mail_tokens) as tokens,
          (select count(*)::int from queued_jobs) as jobs, (select count(*)::int from sign_in_attempts) as attempts`);
    };
    const rest = { password: "a lagoon at dusk 7", name: "Ada", businessName: "Books" };
    for (const path of ["request-password-reset", "resend-verification", "sign-up"]) {
      const unproved = `unproved-${path}@example.com`;
      await ingress.call("POST", "/dashboard/api/sign-up", { body: { ...rest, email: unproved } });
      const { email: proved } = await createPerson(database);
      for (const email of [proved, unproved, `nobody-${path}@example.com`]) {
        const before = await written();
        const body = path === "sign-up" ? { ...rest, email } : { email };
        expect((await ingress.call("POST", `/dashboard/api/${path}`, { body })).status).toBe(200);
        const after = await written();
        const rows = Object.entries(after).map(([what, n]) => [
          what,
          n - before[what as keyof typeof before],
        ]);
        expect([path, email, Object.fromEntries(rows)]).toEqual([
          path,
          email,
          { mails: 1, tokens: 1, jobs: 1, attempts: 0 },
        ]);
      }
    }
  });

  test("has none sent to an address without an account", async ({ database, ingress, workers: _workers }) => {
    const email = `nobody-${Date.now()}@example.com`;
    for (const path of ["request-password-reset", "resend-verification"])
      await ingress.call("POST", `/dashboard/api/${path}`, { body: { email } });
    const left = () =>
      database.oneFirst(sql.type(z.object({ n: z.int() }))`select count(*)::int as n from queued_jobs`);
    await expect.poll(left, { timeout: 60_000 }).toBe(0);
    const statuses = await database.anyFirst(sql.type(z.object({ status: z.string() }))`
      select status from mails where recipient = ${email}`);
    expect(statuses).toEqual(["withheld", "withheld"]);
  });
});

describe("a document that is sent", () => {
  test("compressed is not unpacked, and takes no more than what was sent", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { session } = await createTeamMember(fileDatabase);
    const bomb = gzipSync(pdfFile(64 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(100_000);
    for (const encoding of ["gzip", "deflate", "br", "gzip, gzip"]) {
      const refused = await fileIngress.call("POST", "/dashboard/api/verification/documents?kind=other", {
        session,
        body: bomb,
        headers: {
          "content-type": "application/pdf",
          "content-encoding": encoding,
          "x-file-name": "bomb.pdf",
        },
      });
      expect([encoding, refused.error.details]).toEqual([encoding, { body: "must be sent uncompressed" }]);
    }
    const { data } = await fileIngress.call("GET", "/dashboard/api/verification", { session });
    expect(data.documents).toEqual([]);
  });

  test("and is a PDF and a page at once is only ever saved, never shown", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { session } = await createTeamMember(fileDatabase);
    const own = businessOf(fileIngress, session);
    const both = pdfFile(600, "<!doctype html><script>alert(document.domain)</script>");
    const { data } = await own.add("other", both, { name: "page.html" });
    expect(data).toMatchObject({ name: "page.pdf", mediaType: "application/pdf" });
    const { headers } = await own.load(data.reference);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": "attachment; filename*=UTF-8''page.pdf",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
  });
});
