import { describe, expect } from "vitest";
import { z } from "zod";
import { routes } from "../../ingress/app.ts";
import type { Route } from "../../ingress/route.ts";
import { sql } from "../../sql/sql-tag.ts";
import {
  createPayout,
  createVirtualAccount,
  destination,
  payoutRequest,
  resolveDestination,
} from "../helpers/records.ts";
import { addKey, createMember, test } from "./test.ts";

const withReference = routes.filter(({ path }) => path.includes(":reference"));
const lists = routes.filter(({ paged }) => paged);

/** A well-formed reference that nothing has, of the kind that this route takes. */
function unknownLike(reference: string): string {
  return `${reference.slice(0, reference.indexOf("_"))}_${"0".repeat(26)}`;
}

/** Everything of which the API hands out references: one of each, of one merchant. */
async function createOneOfEach(database: Parameters<typeof createMember>[0]) {
  const owner = await createMember(database, { available: 500_000n });
  await resolveDestination(database, owner.tenant);
  const payout = await createPayout(database, owner.tenant);
  const account = await createVirtualAccount(database, owner.tenant, 10_000n);
  const event = await database.oneFirst(sql.type(z.object({ reference: z.string() }))`
    select reference from events where merchant_id = ${owner.tenant.merchantId} limit 1`);
  const references: Record<string, string> = {
    "/v1/payouts": payout.reference,
    "/v1/virtual-accounts": account.reference,
    "/v1/collections": account.collection.reference,
    "/v1/events": event,
  };
  const referenceFor = ({ path }: Route) => references[path.split("/:")[0]!];
  return { owner, account, referenceFor };
}

describe("tenancy", () => {
  test("T01: on every route with a reference, another merchant's is answered as one that does not exist", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { owner, referenceFor } = await createOneOfEach(fileDatabase);
    const stranger = await createMember(fileDatabase);
    const ownersLiveKey = await addKey(fileDatabase, owner.tenant, { environment: "live" });
    expect(withReference.length).toBeGreaterThanOrEqual(5);

    for (const route of withReference) {
      const reference = referenceFor(route);
      expect(reference, `${route.path}: the test has to make one of these`).toBeDefined();
      const ask = (key: string, name: string) =>
        call(route.method.toUpperCase(), route.path.replace(":reference", encodeURIComponent(name)), { key });

      const unknown = await ask(stranger.key, unknownLike(reference!));
      expect(unknown).toMatchObject({ status: 404, error: { code: "NOT_FOUND" } });
      for (const [key, name] of [
        [stranger.key, reference!],
        [ownersLiveKey.key, reference!],
        [owner.key, reference!.toUpperCase()],
        [owner.key, "nonsense"],
        [owner.key, "%"],
        [owner.key, `${reference}\u0000`],
        [owner.key, "../../healthz"],
      ] as const) {
        const answer = await ask(key, name);
        expect([route.path, name, answer.status, answer.text]).toEqual([route.path, name, 404, unknown.text]);
      }
    }
    // The owner, last: canceling changes the payout.
    for (const route of withReference) {
      const path = route.path.replace(":reference", referenceFor(route)!);
      expect((await call(route.method.toUpperCase(), path, { key: owner.key })).status).toBe(200);
    }
  });

  test("T01: a path that does not decode is answered as an unknown one", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    const unknown = await call("GET", "/v1/payouts/nonsense", { key });
    for (const path of ["/v1/payouts/%E0%A4%A", "/v1/payouts/%", "/v1/nothing", "/", "/v1/payouts/a/b/c"]) {
      const answer = await call("GET", path, { key });
      expect([path, answer.status, answer.text]).toEqual([path, 404, unknown.text]);
    }
  });

  test("T02: another merchant's virtual account cannot be paid into", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { owner, account } = await createOneOfEach(fileDatabase);
    const stranger = await createMember(fileDatabase);
    const simulate = (virtualAccountReference: string) =>
      call("POST", "/v1/sandbox/simulate/collection-success", {
        key: stranger.key,
        body: { virtualAccountReference },
      });

    const theirs = await simulate(account.reference);
    const unknown = await simulate(unknownLike(account.reference));
    expect(theirs).toMatchObject({ status: 404, error: { code: "NOT_FOUND" } });
    expect(theirs.text).toBe(unknown.text);
    const shown = await call("GET", `/v1/virtual-accounts/${account.reference}`, { key: owner.key });
    expect(shown.data).toMatchObject({ status: "active", collection: { status: "awaiting_payment" } });
  });

  test("T02: an id of a saved payout account names nobody's", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase, { available: 500_000n });
    const headers = { "idempotency-key": "saved" };
    const body = {
      amount: { value: 1000, currency: "NGN" },
      payoutAccountId: "pac_00000000000000000000000000",
    };
    const answer = await call("POST", "/v1/payouts", { key, headers, body });
    expect(answer).toMatchObject({
      status: 422,
      error: { details: { payoutAccountId: expect.any(String) } },
    });
    const both = await call("POST", "/v1/payouts", { key, headers, body: { ...body, destination } });
    expect(both).toMatchObject({ status: 422, error: { details: { payoutAccountId: expect.any(String) } } });
  });

  test("T03: no list shows another merchant's rows, even with that merchant's cursor", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { owner } = await createOneOfEach(fileDatabase);
    await createPayout(fileDatabase, owner.tenant);
    await createVirtualAccount(fileDatabase, owner.tenant, 10_000n);
    const stranger = await createMember(fileDatabase);
    const ownersLiveKey = await addKey(fileDatabase, owner.tenant, { environment: "live" });
    expect(lists).toHaveLength(4);

    let cursors = 0;
    for (const { path } of lists) {
      const page = await call("GET", `${path}?limit=1`, { key: owner.key });
      expect(page.data).toHaveLength(1);
      expect(await call("GET", path, { key: stranger.key })).toMatchObject({
        data: [],
        meta: { hasMore: false },
      });
      expect((await call("GET", path, { key: ownersLiveKey.key })).data).toEqual([]);

      const { nextCursor } = page.meta;
      if (nextCursor === undefined) continue;
      cursors += 1;
      for (const key of [stranger.key, ownersLiveKey.key]) {
        const answer = await call("GET", `${path}?cursor=${nextCursor}`, { key });
        expect(answer).toMatchObject({ status: 422, error: { details: { cursor: expect.any(String) } } });
      }
    }
    expect(cursors).toBeGreaterThanOrEqual(3);
  });

  test("T05: one idempotency key makes a payout for each merchant and environment", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const first = await createMember(fileDatabase, { available: 100_000n });
    const second = await createMember(fileDatabase, { available: 100_000n });
    const live = await addKey(fileDatabase, first.tenant, { environment: "live" });
    for (const { tenant } of [first, second]) await resolveDestination(fileDatabase, tenant);
    await resolveDestination(fileDatabase, { ...first.tenant, environment: "live" });

    const pay = (key: string) =>
      call("POST", "/v1/payouts", {
        key,
        headers: { "idempotency-key": "the same" },
        body: { amount: { value: 50_000, currency: "NGN" }, destination },
      });
    const answers = [await pay(first.key), await pay(second.key)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]!.data.reference).not.toBe(answers[1]!.data.reference);
    // Not replayed from the test payout: decided afresh, against a live balance of nothing.
    expect((await pay(live.key)).error.code).toBe("INSUFFICIENT_BALANCE");
  });

  test("T08: what a caller may not set is not set", async ({ fileIngress: { call }, fileDatabase }) => {
    const other = await createMember(fileDatabase);
    const { tenant, key } = await createMember(fileDatabase, { available: 100_000n });
    await resolveDestination(fileDatabase, tenant);
    const sent = payoutRequest(tenant);
    const body = `{
      "amount": {"value": 50000, "currency": "NGN", "fee": 0}, "fee": -1, "status": "succeeded", "environment": "live",
      "merchantId": ${other.tenant.merchantId}, "merchant_id": ${other.tenant.merchantId}, "reference": "pyt_mine",
      "destination": ${JSON.stringify({ ...destination, bankName: "Mine" })}, "idempotencyKey": "other",
      "__proto__": {"polluted": true, "scopes": ["*"]}, "constructor": {"prototype": {"polluted": true}}
    }`;
    const headers = { "idempotency-key": sent.idempotencyKey };
    const { status, data } = await call("POST", "/v1/payouts", { key, headers, body });
    expect(status).toBe(201);
    expect(data).toMatchObject({ environment: "test", status: "pending", fee: { value: 0 } });
    expect(data.reference).not.toBe("pyt_mine");
    expect(data.destination.bankName).toBe("Access Bank");
    expect((await call("GET", "/v1/payouts", { key: other.key })).data).toEqual([]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
