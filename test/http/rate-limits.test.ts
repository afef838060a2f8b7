import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { z } from "zod";
import { createRememberedSecrets } from "../../ingress/http/limits/remembered-secrets.ts";
import { createApiKey } from "../../sql/keys/api-keys.ts";
import { setKybStatus } from "../../sql/merchants/merchants.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { eventually, possibleWithin } from "../helpers/eventually.ts";
import { countTrips } from "../helpers/database/count-trips.ts";
import { startProxy } from "../helpers/outside/start-proxy.ts";
import { outcomeOf, type Call } from "../helpers/call.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { createLiveMember, createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { test } from "../helpers/test.ts";
import { asOperator } from "../helpers/as-operator.ts";

const limits = {
  all: 5,
  verifyAccount: 2,
  identityCheck: 1,
  failedAuthentication: 3,
  checkout: 4,
  checkoutSession: 2,
  signIn: 4,
  publicFiles: 3,
};
const times = <Result>(count: number, run: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, run));

/** How many of so many requests pass. */
async function passing(call: Call, key: string, count: number): Promise<number> {
  const responses = await times(count, () => call("GET", "/v1/balances", { key }));
  return responses.filter(({ status }) => status === 200).length;
}

describe("rate limits", () => {
  test("a key over its limit gets 429 with whole seconds to wait; other keys are not affected", async ({
    fileDatabaseUrl,
    fileDatabase,
  }) => {
    await using ingress = await startTestIngress(fileDatabaseUrl, { limitsPerMinute: limits });
    const busy = await createMember(fileDatabase);
    const calm = await createMember(fileDatabase);

    const first = await ingress.call("GET", "/v1/balances", { key: busy.key });
    expect(first.headers.get("ratelimit")).toMatch(/^"requests"; r=4; t=\d+$/);
    expect(first.headers.get("ratelimit-policy")).toMatch(/^"requests"; q=5; w=60/);
    expect(await passing(ingress.call, busy.key, 10)).toBe(4);

    const refused = await ingress.call("GET", "/v1/balances", { key: busy.key });
    expect(refused).toMatchObject({ status: 429, error: { code: "RATE_LIMITED" } });
    expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect(refused.headers.get("ratelimit")).toMatch(/r=0/);
    expect(await passing(ingress.call, calm.key, 1)).toBe(1);
  });

  test("all keys of a merchant and environment share five times what one may do; people have theirs apart", async ({
    fileDatabaseUrl,
    fileDatabase,
  }) => {
    await using ingress = await startTestIngress(fileDatabaseUrl, { limitsPerMinute: limits });
    const { tenant } = await createMember(fileDatabase);
    await setKybStatus(fileDatabase, { merchantId: tenant.merchantId, status: "approved", acting: {} });
    const keysOf = (owner: Tenant) =>
      times(7, async () => (await createApiKey(fileDatabase, { ...owner, ...asOperator })).secretKey);
    const passingWith = async (keys: string[]) => {
      const each = await Promise.all(keys.map((key) => passing(ingress.call, key, 5)));
      return each.reduce((sum, passed) => sum + passed, 0);
    };
    const keys = await keysOf(tenant);
    expect(await passingWith(keys)).toBe(25);
    const refused = await ingress.call("GET", "/v1/balances", { key: keys[6]! });
    expect(refused).toMatchObject({ status: 429, error: { code: "RATE_LIMITED" } });
    expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);

    expect(await passingWith(await keysOf({ ...tenant, environment: "live" }))).toBe(25);
    const other = await createMember(fileDatabase);
    expect(await passing(ingress.call, other.key, 5)).toBe(5);
    const person = await createPerson(fileDatabase, [[tenant.merchantId, "viewer"]]);
    const home = await fetch(`${ingress.url}/dashboard/api/test/balances`, {
      headers: { cookie: `__Host-session=${person.session}` },
    });
    expect(home.status).toBe(200);

    // Identity checks, of which a key may ask for one here.
    const checks = await Promise.all(
      (await keysOf(other.tenant)).map(async (key) =>
        outcomeOf(await ingress.call("POST", "/v1/kyc/bvn", { key, body: {} })),
      ),
    );
    expect(checks.filter((outcome) => outcome === "VALIDATION_ERROR")).toHaveLength(5);
  });

  test("of an address are for what everybody may load as well: documentation, dashboard, description", async ({
    fileDatabaseUrl,
    fileDatabase,
  }) => {
    await using ingress = await startTestIngress(fileDatabaseUrl, { limitsPerMinute: limits });
    const paths = ["/docs/", "/docs/nowhere", "/dashboard", "/dashboard/assets/none.js", "/openapi.json"];
    const statusOf = async (path: string) => {
      const response = await fetch(ingress.url + path);
      await response.arrayBuffer();
      return response.status;
    };
    for (const path of paths.slice(0, limits.publicFiles)) expect(await statusOf(path)).not.toBe(429);
    for (const path of paths) expect([path, await statusOf(path)]).toEqual([path, 429]);
    // The API, the dashboard's own too, has limits of its own.
    const { key } = await createMember(fileDatabase);
    expect((await ingress.call("GET", "/v1/balances", { key })).status).toBe(200);
    expect((await ingress.call("GET", "/dashboard/api/session")).status).toBe(401);
  });

  test("a person over the limit is refused without a lookup of the session, by the stream of changes too", async ({
    fileDatabaseUrl,
    fileDatabase,
  }) => {
    const trips = countTrips();
    await using wire = await startProxy(fileDatabaseUrl, trips.watch);
    await using ingress = await startTestIngress(wire.url, { limitsPerMinute: limits });
    const { tenant } = await createMember(fileDatabase);
    const members = [[tenant.merchantId, "viewer"]] as const;
    const [busy, calm] = [
      await createPerson(fileDatabase, members),
      await createPerson(fileDatabase, members),
    ];
    const read = ({ session }: { session: string }, what = "test/balances") =>
      ingress.call("GET", `/dashboard/api/${what}`, { session });
    for (let request = 0; request < limits.all; request += 1) expect((await read(busy)).status).toBe(200);
    // The first one is known by its session.
    expect(outcomeOf(await read(busy))).toBe("RATE_LIMITED");

    const before = trips.trips();
    for (const what of ["test/balances", "test/updates", "test/summary"]) {
      const refused = await read(busy, what);
      expect([what, outcomeOf(refused)]).toEqual([what, "RATE_LIMITED"]);
      expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    }
    expect(trips.trips()).toBe(before);
    expect((await read(calm)).status).toBe(200);
    expect(trips.trips()).toBeGreaterThan(before);
  });

  test("remember so many sessions that have no requests left, each as long as it has none", () => {
    const spent = createRememberedSecrets(2);
    const until = new Date(Date.now() + 60_000);
    for (const token of ["one", "two", "three"]) spent.add(token, until);
    expect(["one", "two", "three"].map((token) => spent.untilOf(token))).toEqual([undefined, until, until]);
    spent.add("two", new Date(Date.now() - 1));
    expect(spent.untilOf("two")).toBeUndefined();
  });

  test("are checked before the body and after the scope, and what a key may not do counts", async ({
    fileDatabaseUrl,
    fileDatabase,
  }) => {
    await using ingress = await startTestIngress(fileDatabaseUrl, { limitsPerMinute: limits });
    const { key } = await createMember(fileDatabase, { scopes: ["payouts:write"] });
    const read = async () => outcomeOf(await ingress.call("GET", "/v1/payouts", { key }));
    for (let request = 0; request <= limits.all; request += 1)
      expect(await read()).toBe("SCOPE_INSUFFICIENT");
    const pay = await ingress.call("POST", "/v1/payouts", { key, body: "not json" });
    expect(outcomeOf(pay)).toBe("RATE_LIMITED");

    const { tenant, key: liveKey } = await createLiveMember(fileDatabase);
    await setKybStatus(fileDatabase, { merchantId: tenant.merchantId, status: "rejected", acting: {} });
    const refused = [
      ["/v1/sandbox/clock/advance", "SANDBOX_TEST_KEY_REQUIRED"],
      ["/v1/payouts", "KYB_LIVE_REQUIRED"],
      ["/v1/payment-links", "KYB_LIVE_REQUIRED"],
      ["/v1/payouts", "KYB_LIVE_REQUIRED"],
      ["/v1/sandbox/clock/advance", "SANDBOX_TEST_KEY_REQUIRED"],
      ["/v1/payouts", "KYB_LIVE_REQUIRED"],
    ] as const;
    for (const [path, code] of refused) {
      const response = await ingress.call("POST", path, { key: liveKey, body: {} });
      expect([path, outcomeOf(response)]).toEqual([path, code]);
    }
    expect(outcomeOf(await ingress.call("GET", "/v1/payouts", { key: liveKey }))).toBe("RATE_LIMITED");
  });

  test("count what a person may not do, and refuse more of it without a lookup", async ({
    fileDatabaseUrl,
    fileDatabase,
  }) => {
    const trips = countTrips();
    await using wire = await startProxy(fileDatabaseUrl, trips.watch);
    await using ingress = await startTestIngress(wire.url, { limitsPerMinute: limits });
    const { tenant } = await createMember(fileDatabase);
    const { session } = await createPerson(fileDatabase, [[tenant.merchantId, "viewer"]]);
    const change = async () =>
      outcomeOf(await ingress.call("POST", "/dashboard/api/test/keys", { session, body: {} }));
    for (let request = 0; request <= limits.all; request += 1)
      expect(await change()).toBe("ROLE_INSUFFICIENT");
    const before = trips.trips();
    expect(await change()).toBe("RATE_LIMITED");
    expect(trips.trips()).toBe(before);
  });

  test("of an address count a key that may not be used from it, and take nothing from the key elsewhere", async ({
    fileDatabaseUrl,
    fileDatabase,
  }) => {
    const trips = countTrips();
    await using wire = await startProxy(fileDatabaseUrl, trips.watch);
    await using ingress = await startTestIngress(wire.url, { limitsPerMinute: limits, trustedProxyHops: 1 });
    const { key } = await createMember(fileDatabase, { allowedCidrs: ["203.0.113.7/32"] });
    const { key: neighbours } = await createMember(fileDatabase);
    const readFrom = async (address: string, secretKey = key) =>
      outcomeOf(
        await ingress.call("GET", "/v1/balances", {
          key: secretKey,
          headers: { "x-forwarded-for": address },
        }),
      );
    const [inside, outside] = ["203.0.113.7", "203.0.113.8"];
    expect(await readFrom(inside)).toBe(200);
    expect(await readFrom(outside, neighbours)).toBe(200);
    for (let request = 0; request < limits.failedAuthentication; request += 1)
      expect(await readFrom(outside)).toBe("IP_NOT_ALLOWED");
    const before = trips.trips();
    expect(await readFrom(outside)).toBe("RATE_LIMITED");
    expect(trips.trips()).toBe(before);
    expect(await readFrom(outside, neighbours)).toBe(200);
    for (let request = 1; request < limits.all; request += 1) expect(await readFrom(inside)).toBe(200);
    expect(await readFrom(inside)).toBe("RATE_LIMITED");
  });

  test("a key may have a limit of its own; verify-account and the identity checks have one beside it", async ({
    fileDatabaseUrl,
    fileDatabase,
  }) => {
    await using ingress = await startTestIngress(fileDatabaseUrl, { limitsPerMinute: limits });
    const { key, keyReference } = await createMember(fileDatabase);
    await fileDatabase.query(sql.type(z.object({}))`
      update api_keys set rate_limit_per_minute = 8 where reference = ${keyReference}`);
    const codes = await times(4, async () =>
      outcomeOf(await ingress.call("POST", "/v1/banks/verify-account", { key, body: {} })),
    );
    expect(codes.sort()).toEqual(["RATE_LIMITED", "RATE_LIMITED", "VALIDATION_ERROR", "VALIDATION_ERROR"]);
    // BVN and NIN share theirs.
    expect(outcomeOf(await ingress.call("POST", "/v1/kyc/bvn", { key, body: {} }))).toBe("VALIDATION_ERROR");
    expect(outcomeOf(await ingress.call("POST", "/v1/kyc/nin", { key, body: {} }))).toBe("RATE_LIMITED");
    expect(await passing(ingress.call, key, 10)).toBe(2);
    expect(ingress.log()).not.toContain("ERR_ERL");
  });

  test("a key with a higher limit of its own takes nothing from the merchant's other keys", async ({
    fileDatabaseUrl,
    fileDatabase,
  }) => {
    await using ingress = await startTestIngress(fileDatabaseUrl, { limitsPerMinute: limits });
    const { tenant, key, keyReference } = await createMember(fileDatabase);
    await fileDatabase.query(sql.type(z.object({}))`
      update api_keys set rate_limit_per_minute = 40 where reference = ${keyReference}`);
    const other = await createApiKey(fileDatabase, { ...tenant, ...asOperator });
    expect(await passing(ingress.call, key, 41)).toBe(40);
    expect(await passing(ingress.call, other.secretKey, 6)).toBe(5);
  });

  test("where two limits apply, each header describes both, in a refusal too", async ({
    fileDatabaseUrl,
    fileDatabase,
  }) => {
    await using ingress = await startTestIngress(fileDatabaseUrl, { limitsPerMinute: limits });
    for (const [path, name, limit] of [
      ["/v1/banks/verify-account", "verify-account", 2],
      ["/v1/kyc/nin", "identity-check", 1],
    ] as const) {
      const { key } = await createMember(fileDatabase);
      for (let left = limit - 1; left >= -1; left -= 1) {
        const { status, lines } = await post(`${ingress.url}${path}`, key);
        expect([path, status]).toEqual([path, left < 0 ? 429 : 422]);
        expect(lines("ratelimit")).toEqual([
          expect.stringMatching(
            new RegExp(`^"requests"; r=\\d; t=\\d+, "${name}"; r=${Math.max(left, 0)}; t=\\d+$`),
          ),
        ]);
        expect(lines("ratelimit-policy")).toEqual([
          expect.stringMatching(new RegExp(`^"requests"; q=5; w=60; .*, "${name}"; q=${limit}; w=60; `)),
        ]);
        expect(lines("retry-after")).toEqual(left < 0 ? [expect.stringMatching(/^[1-9]\d?$/)] : []);
      }
    }
  });

  test("with Redis, processes share their counters", async ({ fileDatabaseUrl, fileDatabase, redisUrl }) => {
    await using one = await startTestIngress(fileDatabaseUrl, { limitsPerMinute: limits, redisUrl });
    await using two = await startTestIngress(fileDatabaseUrl, { limitsPerMinute: limits, redisUrl });
    const { key } = await createMember(fileDatabase);
    await redisReady(fileDatabase, one.call, two.call);
    expect((await passing(one.call, key, 4)) + (await passing(two.call, key, 4))).toBe(5);
  });

  test("when Redis goes away each process counts for itself, and shares again when it is back", async ({
    fileDatabaseUrl,
    fileDatabase,
    redisUrl,
  }) => {
    await using redis = await startProxy(redisUrl);
    await using one = await startTestIngress(fileDatabaseUrl, {
      limitsPerMinute: limits,
      redisUrl: redis.url,
    });
    await using two = await startTestIngress(fileDatabaseUrl, {
      limitsPerMinute: limits,
      redisUrl: redis.url,
    });
    await redisReady(fileDatabase, one.call, two.call);

    for (const fault of ["refuse", "swallow"] as const) {
      redis.mode(fault);
      await possibleWithin(2_000, async () => {
        const { key } = await createMember(fileDatabase);
        expect([await passing(one.call, key, 10), await passing(two.call, key, 10)]).toEqual([5, 5]);
      });
      redis.mode("pass");
      await redisReady(fileDatabase, one.call, two.call);
    }
    expect(one.log()).toMatch(/Redis/);
  });

  test("with Redis absent at the start they work, and share once it is there", async ({
    fileDatabaseUrl,
    fileDatabase,
    redisUrl,
  }) => {
    await using redis = await startProxy(redisUrl);
    redis.mode("refuse");
    await using one = await startTestIngress(fileDatabaseUrl, {
      limitsPerMinute: limits,
      redisUrl: redis.url,
    });
    await using two = await startTestIngress(fileDatabaseUrl, {
      limitsPerMinute: limits,
      redisUrl: redis.url,
    });
    const { key } = await createMember(fileDatabase);
    expect([await passing(one.call, key, 10), await passing(two.call, key, 10)]).toEqual([5, 5]);
    redis.mode("pass");
    await redisReady(fileDatabase, one.call, two.call);
  });

  test("with Redis lost before it was first used they share once it is back", async ({
    fileDatabaseUrl,
    fileDatabase,
    redisUrl,
  }) => {
    await using redis = await startProxy(redisUrl);
    await using one = await startTestIngress(fileDatabaseUrl, {
      limitsPerMinute: limits,
      redisUrl: redis.url,
    });
    await using two = await startTestIngress(fileDatabaseUrl, {
      limitsPerMinute: limits,
      redisUrl: redis.url,
    });
    const { key } = await createMember(fileDatabase);
    await sleep(300); // connected by now, and nothing asked yet
    redis.mode("swallow");
    expect([await passing(one.call, key, 10), await passing(two.call, key, 10)]).toEqual([5, 5]);
    expect(one.log()).toMatch(/Redis failed/);
    redis.mode("pass");
    redis.cutAll();
    await redisReady(fileDatabase, one.call, two.call);
  });

  test("guessing keys stays limited while Redis comes and goes", async ({ fileDatabaseUrl, redisUrl }) => {
    await using redis = await startProxy(redisUrl);
    await using ingress = await startTestIngress(fileDatabaseUrl, {
      limitsPerMinute: limits,
      redisUrl: redis.url,
      trustedProxyHops: 1,
    });
    const network = `2001:db8:${randomBytes(2).toString("hex")}:${randomBytes(1).toString("hex")}00`;
    let host = 0;
    const guess = async () => {
      const headers = { "x-forwarded-for": `${network}::${(host += 1)}`, authorization: "Bearer guess" };
      return outcomeOf(await ingress.call("GET", "/v1/balances", { headers }));
    };
    // All from one /56.
    expect([await guess(), await guess(), await guess()]).toEqual(Array(3).fill("AUTH_INVALID"));
    expect(await guess()).toBe("RATE_LIMITED");
    redis.mode("refuse");
    expect(await guess()).toBe("RATE_LIMITED");
  });
});

/** Posts an empty object, and gives the lines of each header, which fetch would join. */
async function post(url: string, key: string) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const request = httpRequest(url, { method: "POST", headers });
  request.end("{}");
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.resume();
  return { status: response.statusCode, lines: (name: string) => response.headersDistinct[name] ?? [] };
}

/** Waits until the processes count together: what one lets pass, the other has seen. */
async function redisReady(database: Parameters<typeof createMember>[0], one: Call, two: Call): Promise<void> {
  await eventually(async () => {
    const { key } = await createMember(database);
    await passing(one, key, 1);
    const { headers } = await two("GET", "/v1/balances", { key });
    expect(headers.get("ratelimit")).toMatch(/r=3/);
  });
}
