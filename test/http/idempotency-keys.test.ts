import { describe, expect } from "vitest";
import { z } from "zod";
import { routes } from "../../ingress/api-routes.ts";
import type { Route } from "../../ingress/http/route.ts";
import { createOnce } from "../../sql/idempotency/idempotency-keys.ts";
import { createPaymentLink } from "../../sql/payment-links/payment-links.ts";
import { setKybStatus } from "../../sql/merchants/merchants.ts";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf, type ApiResponse, type Call } from "../helpers/call.ts";
import { addKey, createLiveMember, createMember, type Member } from "../helpers/create-member.ts";
import { eventually } from "../helpers/eventually.ts";
import { eventTypes, setEndpoint } from "../helpers/records.ts";
import { startProvider } from "../gateways/http/start-provider.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { test } from "../helpers/test.ts";
import { wellFormedPath } from "./well-formed-path.ts";

const amount = { value: 50_000, currency: "NGN" };
const account = { customerEmail: "ada@example.com", amount };

/** A body for each route that creates something, and the change that makes it another body. */
const bodies: Record<string, [object | undefined, object]> = {
  "/v1/virtual-accounts": [account, { ...account, expiresInMinutes: 60 }],
  "/v1/crypto-collections": [
    { amount: { value: 2_500, currency: "USD" } },
    { amount: { value: 2_500, currency: "USD" }, chain: "polygon" },
  ],
  "/v1/payment-links": [
    { title: "Fees", amount },
    { title: "Fees.", amount },
  ],
  "/v1/kyc/bvn": [
    { bvn: "22222222222", phone: "08031234567" },
    { bvn: "22222222222", phone: "+2348031234567" },
  ],
  "/v1/kyc/nin": [
    { nin: "22222222222", phone: "08031234567" },
    { nin: "22222222223", phone: "08031234567" },
  ],
  "/v1/payout-accounts": [
    { bankCode: "058", accountNumber: "0123456789" },
    { bankCode: "058", accountNumber: "0123456780" },
  ],
};

const table = Object.values<Route>(routes);
const creating = table.filter(({ responseHeaders }) => responseHeaders?.includes("Idempotency-Replayed"));

const sender =
  (call: Call, { key }: Pick<Member, "key">) =>
  (path: string, idempotencyKey: string, body?: object) =>
    call("POST", path, { key, headers: { "idempotency-key": idempotencyKey }, body });

const nameOf = ({ data }: ApiResponse): string => data.reference ?? data.slug;
const isReplay = ({ headers }: ApiResponse) => headers.get("idempotency-replayed") === "true";

const countOf = (database: Database, name: "virtual_accounts" | "payment_links" | "idempotency_keys") =>
  database.oneFirst(sql.type(z.object({ n: z.int() }))`
    select count(*)::integer as n from ${sql.identifier([name])}`);

describe("an Idempotency-Key", () => {
  test("is taken by every endpoint that creates something, refused where repeating is not safe", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    expect(creating.map(({ path }) => path).sort()).toEqual(
      [
        ...Object.keys(bodies),
        ...[
          "/v1/collections",
          "/v1/payouts",
          "/v1/payout-batches",
          "/v1/refunds",
          "/v1/webhook-endpoint/test",
        ],
      ].sort(),
    );
    for (const route of table.filter(({ success }) => success.status === 201))
      expect([route.path, creating.includes(route)]).toEqual([route.path, true]);

    const posts = table.filter(
      (route) => route.access === "key" && route.method === "post" && !creating.includes(route),
    );
    for (const route of posts) {
      const path = wellFormedPath(route);
      const body = route.request.body && {};
      const response = await call("POST", path, { key, headers: { "idempotency-key": "k" }, body });
      const isRefused = Object.keys(response.error?.details ?? {}).includes("idempotency-key");
      expect([path, isRefused]).toEqual([path, !(route.access === "key" && route.repeatable)]);
    }
    expect(
      posts.filter((route) => route.access === "key" && route.repeatable).map(({ path }) => path),
    ).toEqual([
      "/v1/banks/verify-account",
      "/v1/unmatched-credits/:reference/accept",
      "/v1/unmatched-credits/:reference/return",
      "/v1/payouts/:reference/cancel",
      "/v1/payout-accounts/:reference/remove",
      "/v1/payout-batches/:reference/start",
      "/v1/payout-batches/:reference/retry",
      "/v1/payout-batches/:reference/cancel",
      "/v1/refunds/:reference/destination",
      "/v1/refunds/:reference/cancel",
      "/v1/approvals/:reference/approve",
      "/v1/approvals/:reference/reject",
      "/v1/events/:reference/sign",
    ]);
  });

  test("used again gets the resource of the first request, in its present state; another body a conflict", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const member = await createMember(database);
    const post = sender(call, member);
    for (const [path, [body, other]] of Object.entries(bodies)) {
      const status = path.startsWith("/v1/kyc/") ? 200 : 201;
      const first = await post(path, "order 1", body);
      expect([path, first.status, isReplay(first)]).toEqual([path, status, false]);
      const again = await post(path, "order 1", Object.fromEntries(Object.entries(body!).reverse()));
      expect([path, again.status, isReplay(again), again.data]).toEqual([path, status, true, first.data]);
      expect([path, outcomeOf(await post(path, "order 1", other))]).toEqual([
        path,
        "IDEMPOTENCY_KEY_CONFLICT",
      ]);
      expect(isReplay(await post(path, "order 2", body))).toBe(false);
      // Without the header, or with an empty one, each request creates its own.
      const [plain, empty] = [
        await call("POST", path, { key: member.key, body: body! }),
        await post(path, "", body),
      ];
      // But a payout account, which is saved once.
      const created = path === "/v1/payout-accounts" ? 1 : 3;
      expect(new Set([first, plain, empty].map(nameOf)).size).toBe(created);
      for (const malformed of ["x".repeat(256), "tab\tbed", "é"])
        expect(Object.keys((await post(path, malformed, body)).error.details!)).toEqual(["idempotency-key"]);
    }

    // The present state: a link was disabled and an account paid meanwhile.
    const link = await post("/v1/payment-links", "order 1", bodies["/v1/payment-links"]![0]);
    await call("PATCH", `/v1/payment-links/${link.data.slug}`, {
      key: member.key,
      body: { status: "disabled" },
    });
    const shown = await post("/v1/payment-links", "order 1", bodies["/v1/payment-links"]![0]);
    expect([shown.status, shown.data.status, shown.data.url]).toEqual([201, "disabled", link.data.url]);
    const va = await post("/v1/virtual-accounts", "order 1", account);
    const simulate = { virtualAccountReference: va.data.reference };
    await call("POST", "/v1/sandbox/simulate/collection-success", { key: member.key, body: simulate });
    expect((await post("/v1/virtual-accounts", "order 1", account)).data).toMatchObject({
      reference: va.data.reference,
      status: "closed",
      collection: { status: "succeeded" },
    });

    // The next collection of that account, whose first is final: a replay opens no third.
    const next = { virtualAccount: va.data.reference, amount: 20_000, currency: "NGN" };
    const opened = await post("/v1/collections", "order 1", next);
    const reopened = await post("/v1/collections", "order 1", next);
    expect([opened.status, isReplay(reopened), reopened.data]).toEqual([201, true, opened.data]);
    expect(outcomeOf(await post("/v1/collections", "order 2", next))).toBe("STATE_CONFLICT");
  });

  test("of a test event sends it once", async ({ fileIngress: { call }, fileDatabase: database }) => {
    await using receiver = await startReceiver();
    const member = await createMember(database);
    await setEndpoint(database, member.tenant, receiver.url);
    const post = sender(call, member);
    const first = await post("/v1/webhook-endpoint/test", "once");
    const again = await post("/v1/webhook-endpoint/test", "once");
    expect([first.status, again.status, isReplay(again), nameOf(again)]).toEqual([
      201,
      201,
      true,
      nameOf(first),
    ]);
    expect(await eventTypes(database, member.tenant)).toEqual(["webhook.test"]);
  });

  test("belongs to a merchant, an environment, a method and a route", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const one = await createMember(database);
    const other = await createMember(database);
    await setKybStatus(database, { merchantId: one.tenant.merchantId, status: "approved", acting: {} });
    const live = await addKey(database, one.tenant, { environment: "live" });
    const further = await addKey(database, one.tenant);
    const body = { title: "Fees", amount };
    const link = (member: Pick<Member, "key">) => sender(call, member)("/v1/payment-links", "the same", body);
    const links = [await link(one), await link(other), await link(live)];
    expect(links.map(isReplay)).toEqual([false, false, false]);
    expect(new Set(links.map(nameOf)).size).toBe(3);
    expect(nameOf(await link(further))).toBe(nameOf(links[0]!));
    expect(isReplay(await sender(call, one)("/v1/virtual-accounts", "the same", account))).toBe(false);
    // What it once did is refused to a key that may do nothing now.
    await setKybStatus(database, { merchantId: one.tenant.merchantId, status: "rejected", acting: {} });
    expect(outcomeOf(await link(live))).toBe("KYB_LIVE_REQUIRED");
  });

  test("sent 20 times at once creates one resource, which all get, also while it is being provisioned", async ({
    ingress: { call },
    database,
    databaseUrl,
  }) => {
    const member = await createMember(database);
    const post = sender(call, member);
    const linked = await Promise.all(
      Array.from({ length: 20 }, () => post("/v1/payment-links", "k", { title: "Fees", amount })),
    );
    expect(new Set(linked.map(nameOf)).size).toBe(1);
    expect(linked.filter(isReplay)).toHaveLength(19);

    const waiting = Array.from({ length: 20 }, () => post("/v1/virtual-accounts", "k", account));
    await eventually(async () => expect(await countOf(database, "virtual_accounts")).toBe(1));
    await using _workers = await startTestWorkers(databaseUrl);
    const provisioned = await Promise.all(waiting);
    expect(provisioned.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(provisioned.map(nameOf)).size).toBe(1);
    expect(await countOf(database, "virtual_accounts")).toBe(1);
    expect(await countOf(database, "payment_links")).toBe(1);
  });

  test("with two bodies at the same moment creates one resource, and one gets a conflict", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const post = sender(call, await createMember(database));
    for (let n = 0; n < 5; n += 1) {
      const titles = ["One", "Two"].map((title) => post("/v1/payment-links", `k${n}`, { title, amount }));
      const outcomes = (await Promise.all(titles)).map(outcomeOf);
      expect(outcomes.sort()).toEqual([201, "IDEMPOTENCY_KEY_CONFLICT"]);
    }
  });

  test("is not used up by a request that is refused", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const member = await createMember(database);
    const post = sender(call, member);
    expect(outcomeOf(await post("/v1/payment-links", "k", { title: "Fees" }))).toBe("VALIDATION_ERROR");
    expect((await post("/v1/payment-links", "k", { title: "Fees", amount })).status).toBe(201);

    const va = (await post("/v1/virtual-accounts", "k", account)).data.reference;
    const next = { virtualAccount: va, amount };
    expect(outcomeOf(await post("/v1/collections", "k", next))).toBe("STATE_CONFLICT");
    await call("POST", "/v1/sandbox/simulate/collection-success", {
      key: member.key,
      body: { virtualAccountReference: va },
    });
    const opened = await post("/v1/collections", "k", next);
    expect([opened.status, isReplay(opened)]).toEqual([201, false]);
  });

  test("is free again when nothing could be provisioned, and then works", async ({
    database,
    databaseUrl,
  }) => {
    await using provider = await startProvider();
    const member = await createLiveMember(database, 100_000n);
    await using _workers = await startTestWorkers(databaseUrl, provider.env);
    await using ingress = await startTestIngress(databaseUrl);
    const post = sender(ingress.call, member);
    provider.identities.set("22222222222", { name: "NGOZI EZE", phones: ["08031234567"] });
    for (const [path, outage] of [
      ["/v1/virtual-accounts", "account"],
      ["/v1/kyc/bvn", "identity"],
    ] as const) {
      provider.misbehave(outage, "refuse");
      const failed = await post(path, "k", bodies[path]![0]);
      expect([path, outcomeOf(failed)]).toEqual([path, "INTERNAL_ERROR"]);
      expect(await countOf(database, "idempotency_keys")).toBe(path === "/v1/kyc/bvn" ? 1 : 0);
      provider.behave();
      const made = await post(path, "k", bodies[path]![0]);
      expect([path, made.status < 300, isReplay(made)]).toEqual([path, true, false]);
      const again = await post(path, "k", bodies[path]![0]);
      expect([isReplay(again), again.data]).toEqual([true, made.data]);
    }
  });

  test("and its resource are written together or not at all", async ({ fileDatabase }) => {
    const { tenant } = await createMember(fileDatabase);
    const terms = {
      title: "Fees",
      amountType: "fixed" as const,
      amount: 50_000n,
      minAmount: null,
      maxAmount: null,
      linkType: "one_time" as const,
      customer: null,
      successRedirectUrl: null,
    };
    const request = { route: "POST /v1/payment-links", key: "k", bodyHashes: [Buffer.alloc(32, 1)] };
    const before = await countOf(fileDatabase, "payment_links");
    // The connection is lost after the resource was written, and before its key was.
    const crashed = createOnce(fileDatabase, tenant, request, async (transaction) => {
      const link = await createPaymentLink(transaction, tenant, terms);
      await transaction.query(sql.type(z.object({}))`select pg_terminate_backend(pg_backend_pid())`);
      return { resource: link.slug };
    });
    await expect(crashed).rejects.toThrow();
    expect(await countOf(fileDatabase, "payment_links")).toBe(before);

    const create = () =>
      createOnce(fileDatabase, tenant, request, async (transaction) => ({
        resource: (await createPaymentLink(transaction, tenant, terms)).slug,
      }));
    const first = await create();
    expect(first.outcome).toBe("created");
    expect(await create()).toMatchObject({ outcome: "replayed" });
    expect(await countOf(fileDatabase, "payment_links")).toBe(before + 1);
  });

  test("is forgotten after 30 days, and keeps a body as a keyed hash alone", async ({
    ingress: { call },
    database,
    workers: _workers,
  }) => {
    const post = sender(call, await createMember(database));
    const age = (interval: string) =>
      database.query(sql.type(z.object({}))`
        update idempotency_keys set created_at = now() - ${interval}::interval`);
    const body = bodies["/v1/kyc/bvn"]![0];
    const first = await post("/v1/kyc/bvn", "k", body);
    await age("29 days 23 hours");
    expect(nameOf(await post("/v1/kyc/bvn", "k", body))).toBe(nameOf(first));
    await age("30 days");
    const second = await post("/v1/kyc/bvn", "k", bodies["/v1/kyc/bvn"]![1]);
    expect([second.status, isReplay(second), nameOf(second) === nameOf(first)]).toEqual([200, false, false]);
    const row = await database.oneFirst(sql.type(z.object({ row: z.string() }))`
      select k::text as row from idempotency_keys k`);
    expect(row).not.toMatch(/2222222|8031234/);
  });

  test("is recognised while the encryption key is replaced", async ({ database, databaseUrl }) => {
    const [old, next] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
    await using before = await startTestIngress(databaseUrl, {
      encryptionKeys: { current: old, other: next },
    });
    await using after = await startTestIngress(databaseUrl, {
      encryptionKeys: { current: next, other: old },
    });
    const member = await createMember(database);
    const body = { title: "Fees", amount };
    const first = await sender(before.call, member)("/v1/payment-links", "k", body);
    expect(nameOf(await sender(after.call, member)("/v1/payment-links", "k", body))).toBe(nameOf(first));
  });
});
