import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { setWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf } from "../helpers/call.ts";
import { addKey, createMember, type Member } from "../helpers/create-member.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { test } from "../helpers/test.ts";

const url = "https://example.com/hooks";
const numbers = (attempts: { number: number }[]) => attempts.map(({ number }) => number);

/** A merchant's event that was attempted `count` times; every response had the longest body that is kept. */
async function createAttempts(database: Database, { tenant }: Member, count: number): Promise<string> {
  await setWebhookEndpoint(database, testEncryptionKeys, tenant, url, {});
  const id = await database.oneFirst(sql.type(z.object({ id: z.bigint() }))`
    select emit_event(${tenant.merchantId}, ${tenant.environment}, 'webhook.test', '{"message":"₦"}') as id`);
  return database.oneFirst(sql.type(z.object({ reference: z.string() }))`
    with attempted as (
      insert into webhook_attempts (
        event_id, number, url, request_headers, response_status, response_body, response_cut, duration_ms, sent_at
      )
      select ${id}, n, ${url}, json_build_object('webhook-id', n::text), 500, repeat('x', 16384), true, 10,
        date_trunc('second', now()) - interval '1 minute' * (${count} - n)
      from generate_series(1, ${count}::integer) n
    )
    select reference from events where id = ${id}`);
}

describe("an event's attempts", () => {
  test("are its newest ten without bodies, however many there are", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const member = await createMember(fileDatabase);
    const reference = await createAttempts(fileDatabase, member, 100);
    const { data, text } = await call("GET", `/v1/events/${reference}`, { key: member.key });
    expect(numbers(data.attempts)).toEqual([100, 99, 98, 97, 96, 95, 94, 93, 92, 91]);
    expect(text).not.toContain("xxx");
    expect(text).not.toContain("requestBody");
  });

  test("are listed in pages, newest first, by cursors that fit no other event", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const member = await createMember(fileDatabase);
    const reference = await createAttempts(fileDatabase, member, 25);
    const other = await createAttempts(fileDatabase, member, 3);
    const list = (of: string, query: string) =>
      call("GET", `/v1/events/${of}/attempts?${query}`, { key: member.key });

    const seen: number[] = [];
    let next = "";
    do {
      const { data, meta, text } = await list(reference, `limit=10${next}`);
      expect(text).not.toContain("xxx");
      seen.push(...numbers(data));
      next = meta.nextCursor === undefined ? "" : `&cursor=${meta.nextCursor}`;
    } while (next !== "");
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => 25 - n));

    const { meta, data } = await list(reference, "limit=2");
    expect(outcomeOf(await list(other, `limit=2&cursor=${meta.nextCursor}`))).toBe("VALIDATION_ERROR");
    const since = encodeURIComponent(data[1].sentAt);
    expect(numbers((await list(reference, `createdTo=${since}&limit=2`)).data)).toEqual([23, 22]);
    expect(numbers((await list(reference, `createdFrom=${since}`)).data)).toEqual([25, 24]);
  });

  test("are shown one at a time with the exact bytes that were sent and the response", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const member = await createMember(fileDatabase);
    const reference = await createAttempts(fileDatabase, member, 2);
    const get = (number: string) =>
      call("GET", `/v1/events/${reference}/attempts/${number}`, { key: member.key });
    const { data } = await get("2");
    const body = await fileDatabase.oneFirst(sql.type(z.object({ body: z.string() }))`
      select event_body(e) as body from events e where reference = ${reference}`);
    expect(data).toMatchObject({
      number: 2,
      requestBody: body,
      responseBody: "x".repeat(16_384),
      responseBodyCut: true,
    });
    expect(data.requestBody).toContain("₦");
    for (const number of ["3", "0", "01", "-1", "1e0", "x", "99999999999999999999"])
      expect(outcomeOf(await get(number)), number).toBe("NOT_FOUND");
  });

  test("are those of its own merchant, environment and scope only", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const member = await createMember(fileDatabase);
    const stranger = await createMember(fileDatabase);
    const reference = await createAttempts(fileDatabase, member, 1);
    const { key: live } = await addKey(fileDatabase, { ...member.tenant, environment: "live" });
    const { key: narrow } = await addKey(fileDatabase, member.tenant, { scopes: ["payouts:read"] });
    for (const path of [`/v1/events/${reference}/attempts`, `/v1/events/${reference}/attempts/1`]) {
      expect(outcomeOf(await call("GET", path, { key: member.key }))).toBe(200);
      for (const key of [stranger.key, live])
        expect(outcomeOf(await call("GET", path, { key }))).toBe("NOT_FOUND");
      expect(outcomeOf(await call("GET", path, { key: narrow }))).toBe("SCOPE_INSUFFICIENT");
    }
  });
});
