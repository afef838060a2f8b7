import { describe, expect } from "vitest";
import { createPayout, createVirtualAccount, resolveDestination } from "../helpers/records.ts";
import { createMember, test } from "./test.ts";

describe("lists", () => {
  test("walk every row once, newest first, while rows are added", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase, { available: 10_000_000n });
    await resolveDestination(fileDatabase, tenant);
    const references: string[] = [];
    for (let made = 0; made < 7; made += 1)
      references.unshift((await createPayout(fileDatabase, tenant)).reference);

    const seen: string[] = [];
    let query = "limit=3";
    for (;;) {
      const { data, meta } = await call("GET", `/v1/payouts?${query}`, { key });
      seen.push(...data.map(({ reference }: { reference: string }) => reference));
      await createPayout(fileDatabase, tenant);
      if (!meta.hasMore) {
        expect(meta).toEqual({ hasMore: false });
        break;
      }
      query = `limit=3&cursor=${meta.nextCursor}`;
    }
    expect(seen).toEqual(references);
  });

  test("F04: a limit other than 1 to 100 in plain digits is refused; the default is 20", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase);
    for (let made = 0; made < 21; made += 1) await createVirtualAccount(fileDatabase, tenant, 10_000n);
    const list = (query: string) => call("GET", `/v1/virtual-accounts${query}`, { key });

    for (const limit of [
      "0",
      "101",
      "-1",
      "1e2",
      "10abc",
      "",
      "01",
      "1.0",
      "%31%00",
      "9007199254740993",
      "+1",
      " 1",
    ]) {
      const answer = await list(`?limit=${limit}`);
      expect([limit, answer.status, Object.keys(answer.error?.details ?? {})]).toEqual([
        limit,
        422,
        ["limit"],
      ]);
    }
    expect((await list("")).data).toHaveLength(20);
    expect((await list("?limit=1")).data).toHaveLength(1);
    const all = await list("?limit=100");
    expect([all.data.length, all.meta]).toEqual([21, { hasMore: false }]);
  });

  test("F12: a parameter that comes twice is refused", async ({ fileIngress: { call }, fileDatabase }) => {
    const { key } = await createMember(fileDatabase);
    for (const query of ["limit=1&limit=100", "cursor=a&cursor=b", "limit[]=1&limit=1&limit=2"]) {
      expect((await call("GET", `/v1/payouts?${query}`, { key })).status).toBe(422);
    }
    expect((await call("GET", "/v1/banks?country=NG&country=GH", { key })).status).toBe(422);
  });

  test("F04: a cursor that was changed, or is another list's, is refused", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase);
    for (let made = 0; made < 2; made += 1) await createVirtualAccount(fileDatabase, tenant, 10_000n);
    const { meta } = await call("GET", "/v1/virtual-accounts?limit=1", { key });
    const cursor = meta.nextCursor!;
    expect((await call("GET", `/v1/virtual-accounts?cursor=${cursor}`, { key })).data).toHaveLength(1);

    const changed = Array.from(cursor, (character, at) => {
      const other = character === "A" ? "B" : "A";
      return cursor.slice(0, at) + other + cursor.slice(at + 1);
    });
    for (const bad of [
      ...changed,
      `${cursor}A`,
      `${cursor}=`,
      cursor.slice(0, -1),
      "",
      "x",
      "%00",
      "a".repeat(5000),
    ]) {
      const answer = await call("GET", `/v1/virtual-accounts?cursor=${bad}`, { key });
      expect([bad, answer.status, Object.keys(answer.error.details ?? {})]).toEqual([bad, 422, ["cursor"]]);
    }
    expect((await call("GET", `/v1/collections?cursor=${cursor}`, { key })).status).toBe(422);
  });
});
