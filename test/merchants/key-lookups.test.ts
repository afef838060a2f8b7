import { describe, expect } from "vitest";
import { z } from "zod";
import { revokeApiKey } from "../../sql/keys/api-keys.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { countTrips } from "../helpers/database/count-trips.ts";
import { addKey, createLiveMember, createMember } from "../helpers/create-member.ts";
import { startProxy } from "../helpers/outside/start-proxy.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test } from "../helpers/test.ts";

describe("requests that come together", () => {
  test("share the lookup of their keys, and each gets its own result", async ({ database, databaseUrl }) => {
    const counter = countTrips();
    await using wire = await startProxy(databaseUrl, counter.watch);
    await using ingress = await startTestIngress(wire.url);
    const one = await createMember(database, { available: 100n });
    const another = await createMember(database, { available: 200n });
    const live = await createLiveMember(database, 300n);
    const elsewhere = await addKey(database, one.tenant);
    const revoked = await addKey(database, one.tenant);
    const get = (key: string) => ingress.call("GET", "/v1/banks", { key });
    const balanceOf = async (key: string) => {
      const { status, data, error } = await ingress.call("GET", "/v1/balances", { key });
      return status === 200 ? data[0].available.value : error.code;
    };
    const keys = [one.key, another.key, live.key, elsewhere.key, revoked.key];
    // From now on this process knows them.
    for (const key of keys) expect((await get(key)).status).toBe(200);
    await database.query(sql.type(z.object({}))`
      update api_keys set allowed_cidrs = '{10.0.0.0/8}' where reference = ${elsewhere.keyReference}`);
    await revokeApiKey(database, { tenant: one.tenant, reference: revoked.keyReference, acting: {} });

    const before = counter.trips();
    const rounds = 12;
    const results = await Promise.all(Array.from({ length: rounds }, () => Promise.all(keys.map(balanceOf))));
    const expected = [100, 200, 300, "IP_NOT_ALLOWED", "AUTH_INVALID"];
    expect(results).toEqual(Array.from({ length: rounds }, () => expected));
    const balances = 3 * rounds;
    expect(counter.trips() - before - balances).toBeLessThan(0.75 * rounds * keys.length);
  });

  test("do not let a revoked key in, from the moment that it is revoked", async ({ database, ingress }) => {
    const { tenant, key, keyReference } = await createMember(database);
    const get = () => ingress.call("GET", "/v1/balances", { key });
    expect((await get()).status).toBe(200);
    let revoked = false;
    const callers = Array.from({ length: 16 }, async () => {
      while (!revoked) await get();
      return (await get()).status;
    });
    await revokeApiKey(database, { tenant, reference: keyReference, acting: {} });
    revoked = true;
    expect(new Set(await Promise.all(callers))).toEqual(new Set([401]));
  });
});
