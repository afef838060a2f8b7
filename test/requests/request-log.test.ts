import { describe, expect } from "vitest";
import { z } from "zod";
import { createRequestLog } from "../../ingress/requests/create-request-log.ts";
import type { Connection, Database } from "../../sql/process/database.ts";
import { createLog } from "../../sql/process/logging.ts";
import { keepRequests, type SeenRequest } from "../../sql/requests/request-log.ts";
import { purgeExpiredRows } from "../../sql/retention/retention.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf } from "../helpers/call.ts";
import { addKey, createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { merchantOf } from "../helpers/merchant-of.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";

const path = "/dashboard/api/test/requests";
const nothing = z.object({});

type Logged = { requestId: string; method: string; path: string; status: number; errorCode?: string };

async function createDeveloper(database: Database) {
  const member = await createMember(database);
  return { ...member, ...(await createPerson(database, [[member.tenant.merchantId, "developer"]])) };
}

/** A request as the ingress sees it. */
const seen = (merchantId: bigint, overrides: Partial<SeenRequest> = {}): SeenRequest => ({
  merchantId,
  environment: "test",
  caller: "key_00000000000000000000000000",
  address: "127.0.0.1",
  requestId: crypto.randomUUID(),
  method: "GET",
  path: "/v1/balances",
  status: 200,
  errorCode: undefined,
  arrivedAt: Date.now(),
  durationMs: 3,
  ...overrides,
});

describe("the log of requests", () => {
  test("has each request that came with a key, also what was refused, and changes by people", async ({
    database,
    databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl);
    const { key, keyReference, reference, session } = await createDeveloper(database);
    const { key: narrow } = await createMember(database, { allowedCidrs: ["1.2.3.4"] });
    const link = { title: "Book", amountType: "open", linkType: "reusable" };
    const sent = async (method: string, to: string, as: object) =>
      (await ingress.call(method, to, as)).headers.get("x-request-id")!;
    const ids = [
      await sent("GET", "/v1/balances?x=1", { key }),
      await sent("GET", "/v1/balances", { key, headers: { "x-request-id": "my-own-request-1" } }),
      await sent("GET", "/v1/payouts/pyt_00000000000000000000000000", { key }),
      await sent("POST", "/v1/payment-links", { key, body: { ...link, titel: "Book", "a,b": 1 } }),
      await sent("POST", "/dashboard/api/test/sandbox/clock/advance", { session, body: { minutes: 0 } }),
    ];
    // What people look at, strangers, and other merchants' keys are not in it.
    await sent("GET", path, { session });
    await sent("GET", "/v1/balances", {});
    await sent("GET", "/v1/balances", { key: narrow });

    const list = async (query = "") => (await ingress.call("GET", `${path}${query}`, { session })).data;
    await expect.poll(async () => (await list()).length).toBe(5);
    const rows: Logged[] = await list();
    expect(rows.toReversed()).toMatchObject([
      {
        path: "/v1/balances",
        method: "GET",
        status: 422,
        errorCode: "VALIDATION_ERROR",
        caller: keyReference,
      },
      { requestId: "my-own-request-1", status: 200, lastFour: key.slice(-4) },
      { path: "/v1/payouts/:reference", status: 404, errorCode: "NOT_FOUND" },
      { path: "/v1/payment-links", method: "POST", status: 201, ignoredFields: ["/titel", "/a%2Cb"] },
      { path: "/dashboard/api/:environment/sandbox/clock/advance", status: 422, caller: reference },
    ]);
    expect(rows.map(({ requestId }) => requestId).toReversed()).toEqual(ids);

    const one = await ingress.call("GET", `${path}/my-own-request-1`, { session });
    expect(one.data).toEqual(rows[3]);
    // A key reads the same list, and leaves no trace of that in it.
    const byKey = await ingress.call("GET", "/v1/requests?limit=2", { key });
    expect(byKey.data).toEqual(rows.slice(0, 2));
    const counted = await ingress.call("GET", "/dashboard/api/test/requests-today", { session });
    expect(counted.data).toEqual({ requests: 5, kept: 5 });
  });

  test("shows a refusal for the address, and a merchant its own requests alone", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const ada = await createDeveloper(database);
    const bob = await createDeveloper(database);
    await database.query(sql.type(nothing)`
      update api_keys set allowed_cidrs = '{1.2.3.4}' where reference = ${bob.keyReference}`);
    await ingress.call("GET", "/v1/balances", {
      key: bob.key,
      headers: { "x-request-id": "of-bobs-server" },
    });
    const list = async (session: string, query = "") =>
      (await ingress.call("GET", `${path}${query}`, { session })).data as Logged[];
    await expect.poll(async () => (await list(bob.session)).length).toBe(1);
    expect((await list(bob.session))[0]).toMatchObject({ status: 403, errorCode: "IP_NOT_ALLOWED" });
    expect(await list(ada.session)).toEqual([]);
    expect(await list(ada.session, "?requestId=of-bobs-server")).toEqual([]);
    const { key: live } = await addKey(database, ada.tenant, { environment: "live" });
    for (const key of [ada.key, live])
      expect((await ingress.call("GET", "/v1/requests", { key })).data).toEqual([]);
    const show = (session: string, at = path) => ingress.call("GET", `${at}/of-bobs-server`, { session });
    expect(outcomeOf(await show(ada.session))).toBe("NOT_FOUND");
    expect(outcomeOf(await show(bob.session, "/dashboard/api/live/requests"))).toBe("NOT_FOUND");
    expect(outcomeOf(await show(bob.session))).toBe(200);
  });

  test("holds no body, no query string, no header, and nothing of a path but its form", async ({
    database,
    databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl);
    const { key, session } = await createDeveloper(database);
    const canary = "08031234567";
    const as = { key, session, headers: { "user-agent": `agent ${canary}`, "idempotency-key": canary } };
    await ingress.call("GET", `/v1/payment-links/${canary}?email=${canary}`, as);
    await ingress.call("GET", `/v1/payouts?status=${canary}`, as);
    await ingress.call("POST", "/v1/kyc/bvn", { ...as, body: { bvn: canary, phone: [canary] } });
    await ingress.call("POST", "/v1/payouts", { ...as, body: { narration: canary } });
    await ingress.call("GET", "/v1/balances", { key, headers: { "x-request-id": `id-${canary}` } });
    const dump = () =>
      database.anyFirst(sql.type(z.object({ row: z.string() }))`
        select l::text || k::text as row from request_log l join request_kinds k on k.id = l.kind_id`);
    await expect.poll(async () => (await dump()).length).toBe(5);
    expect(JSON.stringify(await dump())).not.toContain(canary);
    expect(JSON.stringify(await dump())).not.toContain(key.slice(8));
  });

  test("is filtered by what a request was and how it ended, and paged, newest first", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant, session } = await createDeveloper(database);
    const kinds = [
      { method: "GET", path: "/v1/balances", status: 200 },
      { method: "POST", path: "/v1/payouts", status: 201 },
      { method: "POST", path: "/v1/payouts", status: 400, errorCode: "INSUFFICIENT_BALANCE" },
      { method: "POST", path: "/v1/kyc/bvn", status: 500, errorCode: "INTERNAL_ERROR" },
    ];
    const start = Date.now() - 86_400_000;
    const rows = Array.from({ length: 40 }, (_, n) =>
      seen(tenant.merchantId, { ...kinds[n % 4], arrivedAt: start + n * 1_000, requestId: `request-${n}` }),
    );
    expect(await keepRequests(database, { requests: rows })).toBe(40);
    const list = (query: string) => ingress.call("GET", `${path}?${query}`, { session });
    const numbers = async (query: string) =>
      (await list(`limit=100&${query}`)).data.map(({ requestId }: Logged) => Number(requestId.slice(8)));
    const every = (fits: (n: number) => boolean) =>
      Array.from({ length: 40 }, (_, n) => 39 - n).filter((n) => fits(n));
    expect(await numbers("")).toEqual(every(() => true));
    expect(await numbers("method=GET")).toEqual(every((n) => n % 4 === 0));
    expect(await numbers("statusClass=4xx")).toEqual(every((n) => n % 4 === 2));
    expect(await numbers("statusClass=2xx")).toEqual(every((n) => n % 4 < 2));
    expect(await numbers("path=/v1/payouts")).toEqual(every((n) => n % 4 === 1 || n % 4 === 2));
    expect(await numbers("path=/v1/payouts&statusClass=2xx")).toEqual(every((n) => n % 4 === 1));
    expect(await numbers("errorCode=INTERNAL_ERROR")).toEqual(every((n) => n % 4 === 3));
    expect(await numbers("errorCode=INTERNAL_ERROR&method=GET")).toEqual([]);
    const at = (n: number) => new Date(start + n * 1_000).toISOString();
    expect(await numbers(`createdFrom=${at(10)}&createdTo=${at(20)}&statusClass=2xx`)).toEqual(
      every((n) => n >= 10 && n < 20 && n % 4 < 2),
    );

    for (const query of ["", "statusClass=2xx&"]) {
      const walked: string[] = [];
      let cursor = "";
      do {
        const page = await list(`${query}limit=7${cursor}`);
        walked.push(...page.data.map(({ requestId }: Logged) => requestId));
        cursor = page.meta.hasMore ? `&cursor=${page.meta.nextCursor}` : "";
      } while (cursor !== "");
      expect(walked).toEqual(every((n) => query === "" || n % 4 < 2).map((n) => `request-${n}`));
    }
    const first = await list("limit=7");
    expect(outcomeOf(await list(`limit=7&method=GET&cursor=${first.meta.nextCursor}`))).toBe(
      "VALIDATION_ERROR",
    );
    for (const wrong of [
      "method=DELETE&x=1",
      "statusClass=9xx",
      "path=v1",
      "errorCode=X",
      "requestId=a%20b",
    ]) {
      expect(outcomeOf(await list(wrong))).toBe("VALIDATION_ERROR");
    }
  });

  test("keeps 50,000 requests of a merchant's day, counts the others, and forgets them after 30 days", async ({
    database,
    ingress,
  }) => {
    const { tenant, session } = await createDeveloper(database);
    const other = await createDeveloper(database);
    const batch = (count: number) => Array.from({ length: count }, () => seen(tenant.merchantId));
    expect(await keepRequests(database, { requests: batch(1) })).toBe(1);
    await database.query(sql.type(nothing)`update request_log_days set requests = 49998`);
    const written = await Promise.all([
      keepRequests(database, { requests: batch(5) }),
      keepRequests(database, { requests: [...batch(5), seen(other.tenant.merchantId)] }),
    ]);
    expect(written.reduce((sum, count) => sum + count)).toBe(3);
    const { data } = await ingress.call("GET", "/dashboard/api/test/requests-today", { session });
    expect(data).toEqual({ requests: 50_008, kept: 50_000 });

    const count = () =>
      database.one(sql.type(z.object({ rows: z.number(), days: z.number() }))`
        select (select count(*)::int from request_log) as rows, (select count(*)::int from request_log_days) as days`);
    const purge = async (limit: number) => {
      for (const kind of ["request_log_default", "request_log_days"])
        await purgeExpiredRows(database, { kind, limit });
    };
    await purge(100);
    expect(await count()).toEqual({ rows: 4, days: 2 });
    await database.query(sql.type(nothing)`
      update request_log set inserted_at = inserted_at - interval '30 days'
      where id <= (select min(id) + 1 from request_log)`);
    await database.query(sql.type(nothing)`
      update request_log_days set day = day - 33 where merchant_id = ${tenant.merchantId}`);
    await purge(1);
    expect(await count()).toEqual({ rows: 3, days: 1 });
    await purge(100);
    expect(await count()).toEqual({ rows: 2, days: 1 });
  });

  test("names to operators who sends the most today, through which key, and how much of it is refused", async ({
    database,
    databaseUrl,
  }) => {
    const [one, other] = [await createDeveloper(database), await createDeveloper(database)];
    const busy = { caller: one.keyReference, status: 429, errorCode: "RATE_LIMITED" };
    const arrivedAt = Date.now();
    await keepRequests(database, {
      requests: [
        seen(other.tenant.merchantId),
        seen(one.tenant.merchantId, { arrivedAt: arrivedAt - 2_000 }),
        ...[1_000, 0].map((before) =>
          seen(one.tenant.merchantId, { ...busy, arrivedAt: arrivedAt - before }),
        ),
      ],
    });
    const [first, second, ...rest] = await runOpsScript(databaseUrl, "busiest-callers");
    expect(first).toMatchObject({
      merchant: await merchantOf(database, one.tenant),
      environment: "test",
      requests_today: 3,
      busiest_caller: one.keyReference,
      latest: 3,
      refused: 2,
      within: "00:00:02",
    });
    expect(second).toMatchObject({ requests_today: 1, refused: 0 });
    expect(rest).toEqual([]);
  });

  test("loses requests, and says how many, rather than wait for a database that is away", async () => {
    let lines = "";
    const log = createLog("ingress", "info", { write: (line) => void (lines += line) });
    let response: (error: Error) => void = () => {};
    const writes: number[] = [];
    // It never responds by itself, as behind a network that drops everything.
    const away = {
      oneFirst: (query: { values: readonly unknown[] }) => {
        writes.push((JSON.parse(query.values[0] as string) as unknown[]).length);
        return new Promise((_, reject) => (response = reject));
      },
    } as unknown as Connection;
    const requestLog = createRequestLog(away, log);
    for (let n = 0; n < 7_000; n += 1) requestLog.note(seen(BigInt(n % 10)));
    expect(writes).toEqual([500]);
    const told = () => lines.split("\n").filter((line) => line.includes("missing in the log"));
    expect(told().length).toBe(1);
    const closed = requestLog.close();
    for (let n = 0; n < 11; n += 1) {
      await expect.poll(() => writes.length).toBe(n + 1);
      response(new Error("gone"));
    }
    await closed;
    expect(writes).toEqual(Array(11).fill(500));
    expect(told().length).toBe(1);
  });

  test("has the requests of a merchant while another one sends more than can be written", async ({
    database,
  }) => {
    const [busy, calm] = [await createDeveloper(database), await createDeveloper(database)];
    const requestLog = createRequestLog(database, createLog("ingress", "silent"));
    const [locked, enough] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = database.transaction(async (transaction) => {
      await transaction.query(sql.type(nothing)`lock table request_log_days in exclusive mode`);
      locked.resolve();
      await enough.promise;
    });
    await locked.promise;
    for (let n = 0; n < 7_000; n += 1) requestLog.note(seen(busy.tenant.merchantId));
    requestLog.note(seen(calm.tenant.merchantId));
    enough.resolve();
    await slow;
    await requestLog.close();
    const written = await database.any(sql.type(z.object({ merchant: z.bigint(), count: z.number() }))`
      select merchant_id as merchant, count(*)::int as count from request_log group by 1 order by 1`);
    expect(written).toEqual([
      { merchant: busy.tenant.merchantId, count: 3_000 },
      { merchant: calm.tenant.merchantId, count: 1 },
    ]);
  });

  test("has what was noted before the process stopped", async ({ database, databaseUrl }) => {
    const { key } = await createDeveloper(database);
    const ingress = await startTestIngress(databaseUrl);
    await Promise.all(Array.from({ length: 20 }, () => ingress.call("GET", "/v1/balances", { key })));
    await ingress.stop();
    const rows = await database.oneFirst(sql.type(z.object({ count: z.number() }))`
      select count(*)::int as count from request_log`);
    expect(rows).toBe(20);
  });
});

test("a key's last use is written once a minute, and never moves back", async ({
  fileDatabase: database,
}) => {
  const { tenant, keyReference: caller } = await createMember(database);
  const now = Date.now();
  const use = async (arrivedAt: number, address: string) => {
    await keepRequests(database, { requests: [seen(tenant.merchantId, { caller, arrivedAt, address })] });
    return database.oneFirst(sql.type(z.object({ address: z.string() }))`
      select host(last_used_address) as address from api_keys where reference = ${caller}`);
  };
  expect(await use(now, "1.1.1.1")).toBe("1.1.1.1");
  expect(await use(now + 59_000, "2.2.2.2")).toBe("1.1.1.1");
  expect(await use(now + 61_000, "3.3.3.3")).toBe("3.3.3.3");
  expect(await use(now - 61_000, "4.4.4.4")).toBe("3.3.3.3");
});
