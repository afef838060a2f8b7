import { request as httpRequest } from "node:http";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { z } from "zod";
import { routes } from "../../ingress/api-routes.ts";
import type { Route } from "../../ingress/http/route.ts";
import { revokeApiKey, rotateApiKey } from "../../sql/keys/api-keys.ts";
import { defaultScopes } from "../../sql/keys/scopes.ts";
import { listApiKeys } from "../helpers/list-api-keys.ts";
import { setKybStatus } from "../../sql/merchants/merchants.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { addKey, createLiveMember, createMember } from "../helpers/create-member.ts";
import { createPayout, createVirtualAccount, resolveDestination } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { outcomeOf } from "../helpers/call.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { asOperator } from "../helpers/as-operator.ts";

const unknownKey = "sk_test_00000000000000000000000000000000";

describe("authentication", () => {
  test.for([
    ["no header", {}],
    ["another scheme", { authorization: "Basic eDp5" }],
    ["an empty token", { authorization: "Bearer" }],
    ["a token of spaces", { authorization: "Bearer    " }],
  ] as const)("%s responds with AUTH_REQUIRED", async ([, headers], { fileIngress }) => {
    const response = await fileIngress.call("GET", "/v1/balances", { headers });
    expect(response).toMatchObject({ status: 401, error: { code: "AUTH_REQUIRED" } });
    expect(Object.keys(JSON.parse(response.text))).toEqual(["error"]);
  });

  test("an unknown key and a revoked one get the same body, except on the banks routes", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key, keyReference } = await createMember(fileDatabase);
    await revokeApiKey(fileDatabase, { tenant: null, reference: keyReference, acting: {} });

    const revoked = await call("GET", "/v1/balances", { key });
    const unknown = await call("GET", "/v1/balances", { key: unknownKey });
    expect(unknown).toMatchObject({ status: 401, error: { code: "AUTH_INVALID" } });
    expect([revoked.status, revoked.text]).toEqual([unknown.status, unknown.text]);

    for (const [method, path] of [
      ["GET", "/v1/banks"],
      ["POST", "/v1/banks/verify-account"],
    ] as const) {
      expect((await call(method, path, { key })).error.code).toBe("AUTH_REQUIRED");
      expect((await call(method, path, { key: unknownKey })).error.code).toBe("AUTH_INVALID");
    }
  });

  test("tokens that are not keys, of any length, get AUTH_INVALID", async ({ fileIngress: { call } }) => {
    for (const token of [
      "x",
      "sk_test_short",
      "sk_prod_0000000000000000000000000000000",
      "a b",
      `${unknownKey}0`,
    ]) {
      const response = await call("GET", "/v1/balances", { headers: { authorization: `Bearer ${token}` } });
      expect(response).toMatchObject({ status: 401, error: { code: "AUTH_INVALID" } });
    }
  });

  test("a request that starts after a revocation has committed is refused", async ({
    fileIngress,
    fileDatabase,
  }) => {
    const { key, keyReference } = await createMember(fileDatabase);
    const inFlight = Array.from({ length: 50 }, () => fileIngress.call("GET", "/v1/balances", { key }));
    await revokeApiKey(fileDatabase, { tenant: null, reference: keyReference, acting: {} });
    expect((await fileIngress.call("GET", "/v1/balances", { key })).status).toBe(401);
    for (const { status } of await Promise.all(inFlight)) expect([200, 401]).toContain(status);
  });

  test("the database holds no usable key", async ({ fileIngress, fileDatabase }) => {
    const { key } = await createMember(fileDatabase);
    const row = await fileDatabase.oneFirst(sql.type(z.object({ row: z.string() }))`
      select k::text || encode(secret_hash, 'escape') as row from api_keys k order by id desc limit 1`);
    expect(row).not.toContain(key);
    expect(row).not.toContain(key.slice("sk_test_".length, -4));
    expect((await fileIngress.call("GET", "/v1/balances", { key })).status).toBe(200);
  });

  test("the environment comes from the key and from nothing else", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase, { available: 50_000n });
    const live = await addKey(fileDatabase, tenant, { environment: "live" });
    const { reference } = await createVirtualAccount(fileDatabase, tenant, 10_000n);

    expect((await call("GET", `/v1/virtual-accounts/${reference}`, { key })).status).toBe(200);
    expect((await call("GET", `/v1/virtual-accounts/${reference}`, { key: live.key })).status).toBe(404);
    expect((await call("GET", "/v1/virtual-accounts", { key: live.key })).data).toEqual([]);
    expect(outcomeOf(await call("GET", "/v1/virtual-accounts?environment=live", { key }))).toBe(
      "VALIDATION_ERROR",
    );
    const [balance] = (await call("GET", "/v1/balances", { key: live.key })).data;
    expect(balance.available.value).toBe(0);
  });

  test("a live key on a sandbox route is refused before its body is looked at, approved or not", async ({
    fileIngress,
    fileDatabase,
  }) => {
    const { tenant, key } = await createLiveMember(fileDatabase);
    const sandbox = Object.values<Route>(routes).filter(({ path }) => path.startsWith("/v1/sandbox/"));
    expect(sandbox.length).toBeGreaterThanOrEqual(4);
    const refusals = async () => {
      const codes: unknown[] = [];
      for (const { method, path } of sandbox) {
        const body = method === "get" ? undefined : "not json";
        codes.push(outcomeOf(await fileIngress.call(method.toUpperCase(), path, { key, body })));
      }
      return new Set(codes);
    };
    expect(await refusals()).toEqual(new Set(["SANDBOX_TEST_KEY_REQUIRED"]));
    await setKybStatus(fileDatabase, { merchantId: tenant.merchantId, status: "rejected", acting: {} });
    expect(await refusals()).toEqual(new Set(["SANDBOX_TEST_KEY_REQUIRED"]));
  });

  test("on every route a missing scope is reported before a bad body, and nothing is done", async ({
    fileIngress,
    fileDatabase,
  }) => {
    const scoped = Object.values<Route>(routes).filter(
      (route) => route.access === "key" && route.scope !== null,
    );
    expect(scoped.length).toBeGreaterThanOrEqual(18);
    for (const route of scoped) {
      if (route.access !== "key" || route.scope === null) continue;
      const others = defaultScopes.filter((scope) => scope !== route.scope);
      const { key } = await createMember(fileDatabase, { scopes: others });
      const path = route.path.replace(/:\w+/, "nonsense");
      const body = route.method === "get" ? undefined : '{"amount": "everything"';
      const response = await fileIngress.call(route.method.toUpperCase(), path, { key, body });
      expect([route.path, response.status, outcomeOf(response)]).toEqual([
        route.path,
        403,
        "SCOPE_INSUFFICIENT",
      ]);
      expect(response.error.details).toBeUndefined();
    }
    const { key } = await createMember(fileDatabase, { scopes: ["payouts:read"] });
    await fileIngress.call("POST", "/v1/payouts", { key, body: { amount: "everything" } });
    expect((await fileIngress.call("GET", "/v1/payouts", { key })).data).toEqual([]);
  });

  test("a live key of a business that is not approved may read and stop things, and change nothing else", async ({
    fileIngress,
    fileDatabase,
  }) => {
    const { tenant, key } = await createLiveMember(fileDatabase);
    const testKey = await addKey(fileDatabase, tenant, { environment: "test" });
    const narrow = await addKey(fileDatabase, tenant, { scopes: [] });
    const live = Object.values<Route>(routes).filter(
      (route) => route.access === "key" && !route.testKeyOnly && !route.withoutApproval && !route.readsOnly,
    );
    const outcome = async ({ method, path }: Route, secretKey: string) => {
      const body = method === "get" ? undefined : "not json";
      const response = await fileIngress.call(method.toUpperCase(), path.replace(/:\w+/, "nonsense"), {
        key: secretKey,
        body,
      });
      return outcomeOf(response);
    };

    for (const status of ["submitted", "draft", "rejected"] as const) {
      await setKybStatus(fileDatabase, { merchantId: tenant.merchantId, status, acting: {} });
      for (const route of live) {
        const code = await outcome(route, key);
        if (route.method === "get")
          // A statement needs a period, and approvals a scope that no key has by default.
          expect([route.path, [200, "NOT_FOUND", "VALIDATION_ERROR", "SCOPE_INSUFFICIENT"]]).toEqual([
            route.path,
            expect.arrayContaining([code]),
          ]);
        else expect([route.path, code]).toEqual([route.path, "KYB_LIVE_REQUIRED"]);
        // Before the scope, and not for test keys.
        if (route.method !== "get") expect(await outcome(route, narrow.key)).toBe("KYB_LIVE_REQUIRED");
        expect(await outcome(route, testKey.key)).not.toBe("KYB_LIVE_REQUIRED");
      }
    }
    expect(live.filter(({ method }) => method !== "get").length).toBeGreaterThanOrEqual(9);
    const response = await fileIngress.call("POST", "/v1/payouts", { key, body: {} });
    expect(response).toMatchObject({ status: 403, error: { code: "KYB_LIVE_REQUIRED" } });

    // The next request, in either direction.
    await setKybStatus(fileDatabase, { merchantId: tenant.merchantId, status: "approved", acting: {} });
    expect(outcomeOf(await fileIngress.call("POST", "/v1/payouts", { key, body: {} }))).toBe(
      "VALIDATION_ERROR",
    );
    await setKybStatus(fileDatabase, { merchantId: tenant.merchantId, status: "submitted", acting: {} });
    expect(outcomeOf(await fileIngress.call("POST", "/v1/payouts", { key, body: {} }))).toBe(
      "KYB_LIVE_REQUIRED",
    );
  });

  test("scopes match exactly or not at all", async ({ fileIngress, fileDatabase }) => {
    const almost = ["balances:*", "BALANCES:READ", "balances:read ", "balances", "*"];
    const { key } = await createMember(fileDatabase, { scopes: almost as never });
    expect((await fileIngress.call("GET", "/v1/balances", { key })).error.code).toBe("SCOPE_INSUFFICIENT");

    const every = await createMember(fileDatabase, {
      scopes: defaultScopes.filter((name) => name !== "balances:read"),
    });
    expect((await fileIngress.call("GET", "/v1/balances", { key: every.key })).error.code).toBe(
      "SCOPE_INSUFFICIENT",
    );
  });

  test("a rotated key works for the overlap only, its successor at once", async ({
    fileIngress,
    fileDatabase,
  }) => {
    const old = await createMember(fileDatabase);
    const successor = await rotateApiKey(fileDatabase, {
      tenant: null,
      reference: old.keyReference,
      overlapHours: 1,
      ...asOperator,
    });
    if (successor === null || successor === "expired") throw new Error("the key could not be rotated");
    expect((await fileIngress.call("GET", "/v1/balances", { key: old.key })).status).toBe(200);
    expect((await fileIngress.call("GET", "/v1/balances", { key: successor.secretKey })).status).toBe(200);

    await rotateApiKey(fileDatabase, {
      tenant: null,
      reference: old.keyReference,
      overlapHours: 0,
      ...asOperator,
    });
    expect((await fileIngress.call("GET", "/v1/balances", { key: old.key })).error.code).toBe("AUTH_INVALID");
  });

  test("an expired key gets no successor, nor does a revoked one", async ({ fileDatabase }) => {
    const { tenant, keyReference } = await createMember(fileDatabase);
    const rotate = (overlapHours: number) =>
      rotateApiKey(fileDatabase, { tenant: null, reference: keyReference, overlapHours, ...asOperator });
    await rotate(0);
    const before = await listApiKeys(fileDatabase, tenant.merchantId);
    expect(await rotate(24)).toBe("expired");
    await revokeApiKey(fileDatabase, { tenant: null, reference: keyReference, acting: {} });
    expect(await rotate(24)).toBeNull();
    const after = await listApiKeys(fileDatabase, tenant.merchantId);
    expect(after.map(({ key, expiresAt }) => [key, expiresAt])).toEqual(
      before.map(({ key, expiresAt }) => [key, expiresAt]),
    );
  });

  test("a key in the query or the body is not accepted, and never logged", async ({
    fileIngress,
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase, { available: 100_000n });
    await resolveDestination(fileDatabase, tenant);
    await createPayout(fileDatabase, tenant);
    const inQuery = await fileIngress.call("GET", `/v1/balances?key=${key}&access_token=${key}`);
    const inBody = await fileIngress.call("POST", "/v1/payouts", {
      body: { key, authorization: `Bearer ${key}` },
    });
    expect([inQuery.error.code, inBody.error.code]).toEqual(["AUTH_REQUIRED", "AUTH_REQUIRED"]);
    await fileIngress.call("GET", "/v1/balances", { key });
    expect(fileIngress.log()).not.toContain(key);
    expect(fileIngress.log()).not.toContain(key.slice(-10));
  });

  test("no Authorization header, however malformed, causes a 5xx", async ({ fileDatabaseUrl }) => {
    await using ingress = await startTestIngress(fileDatabaseUrl, {
      limitsPerMinute: {
        all: 6000,
        verifyAccount: 600,
        identityCheck: 600,
        failedAuthentication: 1_000_000,
        checkout: 3000,
        checkoutSession: 300,
        signIn: 300,
      },
    });
    const port = Number(new URL(ingress.url).port);
    const odd = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.string({ unit: "binary-ascii", maxLength: 200 }).map((text) => `Bearer ${text}`),
      fc.constant(`Bearer ${"x".repeat(64_000)}`),
      fc.constant("Bearer sk_test_\u0000"),
      fc.constant("Bearer a\r\nx-forwarded-for: 1.2.3.4"),
      fc.string({ maxLength: 40 }).map((text) => `Bearer sk_test_${text}`),
    );
    await fc.assert(
      fc.asyncProperty(odd, async (value) => {
        const status = await rawStatus(port, value);
        expect([400, 401, 429, 431]).toContain(status);
      }),
      { numRuns: 300 },
    );
    for (const line of ingress.log().trimEnd().split("\n")) expect(() => JSON.parse(line)).not.toThrow();
  });

  test("failures are logged with address and key prefix, and limited for each address", async ({
    databaseUrl,
    database,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, {
      limitsPerMinute: {
        all: 6000,
        verifyAccount: 600,
        identityCheck: 600,
        failedAuthentication: 3,
        checkout: 3000,
        checkoutSession: 300,
        signIn: 300,
      },
    });
    const { key } = await createMember(database);
    expect((await ingress.call("GET", "/v1/balances", { key })).status).toBe(200);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await ingress.call("GET", "/v1/balances", { key: unknownKey })).error.code).toBe(
        "AUTH_INVALID",
      );
    }
    const refused = await ingress.call("GET", "/v1/balances", { key: unknownKey });
    expect(refused).toMatchObject({ status: 429, error: { code: "RATE_LIMITED" } });
    expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    // A merchant whose neighbour guesses keys goes on working.
    expect((await ingress.call("GET", "/v1/balances", { key })).status).toBe(200);
    const failures = ingress
      .log()
      .split("\n")
      .filter((line) => line.includes("authentication failed"));
    expect(JSON.parse(failures[0]!)).toMatchObject({
      ip: "127.0.0.1",
      keyPrefix: "sk_test_",
      code: "AUTH_INVALID",
    });
    expect(ingress.log()).not.toContain(unknownKey);
  });
});

/** The status that a hand-written request gets: fetch and http refuse to send such headers. */
function rawStatus(port: number, authorization: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, path: "/v1/balances", agent: false });
    request.once("response", (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    request.once("error", reject);
    request.once("socket", (socket) => {
      // The header goes out as it is, past the checks of setHeader.
      socket.once("connect", () => {
        socket.write(
          Buffer.from(
            `GET /v1/balances HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${authorization}\r\n\r\n`,
            "utf8",
          ),
        );
      });
    });
  });
}
