import { describe, expect } from "vitest";
import { createRememberedSecrets } from "../../ingress/http/limits/remembered-secrets.ts";
import { revokeApiKey } from "../../sql/keys/api-keys.ts";
import { outcomeOf } from "../helpers/call.ts";
import { countTrips } from "../helpers/database/count-trips.ts";
import { createMember } from "../helpers/create-member.ts";
import { startProxy } from "../helpers/outside/start-proxy.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test } from "../helpers/test.ts";

const limitsPerMinute = {
  all: 6000,
  verifyAccount: 600,
  identityCheck: 600,
  failedAuthentication: 3,
  checkout: 1,
  checkoutSession: 3000,
  signIn: 3000,
};
const guesses = Array.from({ length: 200 }, (_, n) => `sk_test_${String(n).padStart(32, "0")}`).values();

describe("an address that guesses keys", () => {
  test("costs no lookups past the limit, and keeps no valid key that was used before from working", async ({
    fileDatabase,
    fileDatabaseUrl,
  }) => {
    const counter = countTrips();
    await using wire = await startProxy(fileDatabaseUrl, counter.watch);
    await using ingress = await startTestIngress(wire.url, { limitsPerMinute, trustedProxyHops: 1 });
    const known = await createMember(fileDatabase);
    const revoked = await createMember(fileDatabase);
    const unseen = await createMember(fileDatabase);
    const send = async (key: string, ip = "192.0.2.1") => {
      const before = counter.trips();
      const response = await ingress.call("GET", "/v1/balances", { key, headers: { "x-forwarded-for": ip } });
      return [outcomeOf(response), counter.trips() - before];
    };
    // Seen valid, from whatever address.
    expect((await send(known.key, "198.51.100.7"))[0]).toBe(200);
    expect((await send(revoked.key, "198.51.100.7"))[0]).toBe(200);

    for (let n = 0; n < 3; n += 1) expect(await send(guesses.next().value!)).toEqual(["AUTH_INVALID", 1]);
    for (let n = 0; n < 5; n += 1) expect(await send(guesses.next().value!)).toEqual(["RATE_LIMITED", 0]);
    expect(await send("nonsense")).toEqual(["RATE_LIMITED", 0]);
    expect(await send(known.key)).toEqual([200, 2]);
    expect(await send(unseen.key)).toEqual(["RATE_LIMITED", 0]);
    expect(await send(unseen.key, "192.0.2.2")).toEqual([200, 2]);
    expect(await send(unseen.key)).toEqual([200, 2]);

    // A revocation counts at once, and after it the key is a guess like any other.
    await revokeApiKey(fileDatabase, { tenant: null, reference: revoked.keyReference, acting: {} });
    expect(await send(revoked.key)).toEqual(["RATE_LIMITED", 1]);
    expect(await send(revoked.key)).toEqual(["RATE_LIMITED", 0]);
  });

  test("is limited in every process once one of them has counted too many", async ({
    fileDatabase,
    fileDatabaseUrl,
    redisUrl,
  }) => {
    const settings = { limitsPerMinute, redisUrl, trustedProxyHops: 1 };
    const counter = countTrips();
    await using wire = await startProxy(fileDatabaseUrl, counter.watch);
    await using one = await startTestIngress(fileDatabaseUrl, settings);
    await using two = await startTestIngress(wire.url, settings);
    const { key } = await createMember(fileDatabase);
    const headers = { "x-forwarded-for": `203.0.113.${Math.ceil(Math.random() * 250)}` };
    const guess = async ({ call }: typeof one) =>
      outcomeOf(await call("GET", "/v1/balances", { key: guesses.next().value!, headers }));
    await two.call("GET", "/v1/balances", { key });
    for (let n = 0; n < 3; n += 1) await guess(one);
    expect(await guess(two)).toBe("RATE_LIMITED");
    const before = counter.trips();
    expect(await guess(two)).toBe("RATE_LIMITED");
    expect(counter.trips()).toBe(before);
  });

  test("with an IPv6 /48 is limited although each /56 of it is not", async ({
    fileDatabase,
    fileDatabaseUrl,
  }) => {
    await using ingress = await startTestIngress(fileDatabaseUrl, { limitsPerMinute, trustedProxyHops: 1 });
    const { key } = await createMember(fileDatabase);
    const from = (ip: string) => ({ headers: { "x-forwarded-for": ip } });
    const guess = async (ip: string) =>
      outcomeOf(await ingress.call("GET", "/v1/balances", { key: guesses.next().value!, ...from(ip) }));
    const subscriber = (n: number) => `2001:db8:1:${n.toString(16)}00::1`;
    for (let n = 0; n < 16; n += 1)
      for (let time = 0; time < 3; time += 1) expect(await guess(subscriber(n))).toBe("AUTH_INVALID");
    expect(await guess(subscriber(16))).toBe("RATE_LIMITED");
    // Another site, and a key that this process has not seen.
    expect(await guess("2001:db8:2::1")).toBe("AUTH_INVALID");
    const seen = async (ip: string) =>
      (await ingress.call("GET", "/v1/balances", { key, ...from(ip) })).status;
    expect([await seen(subscriber(17)), await seen("2001:db8:2::1"), await seen(subscriber(17))]).toEqual([
      429, 200, 200,
    ]);
  });

  test("and an IPv6 /48 that opens checkouts, too; IPv4 addresses count alone", async ({
    fileDatabaseUrl,
  }) => {
    await using ingress = await startTestIngress(fileDatabaseUrl, { limitsPerMinute, trustedProxyHops: 1 });
    const open = async (ip: string) => {
      const response = await fetch(`${ingress.url}/pay/unknown/state`, {
        headers: { "x-forwarded-for": ip },
      });
      await response.arrayBuffer();
      return [response.status, response.headers.get("retry-after") !== null];
    };
    const subscriber = (n: number) => `2001:db8:3:${n.toString(16).padStart(2, "0")}00::1`;
    for (let n = 0; n < 16; n += 1) expect(await open(subscriber(n))).toEqual([404, false]);
    expect(await open(subscriber(16))).toEqual([429, true]);
    expect(await open("2001:db8:4::1")).toEqual([404, false]);
    for (let n = 1; n < 40; n += 1) expect(await open(`192.0.2.${n}`)).toEqual([404, false]);
  });
});

test("the keys that were seen are the last ones used, by their hashes", () => {
  const known = createRememberedSecrets(2);
  for (const key of ["a", "b", "a", "c"]) known.add(key);
  expect(["a", "b", "c"].map((key) => known.has(key))).toEqual([true, false, true]);
  known.remove("a");
  expect(known.has("a")).toBe(false);
});
