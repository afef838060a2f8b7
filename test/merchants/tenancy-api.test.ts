import { describe, expect } from "vitest";
import { routes } from "../../ingress/api-routes.ts";
import type { Route } from "../../ingress/http/route.ts";
import type { Database } from "../../sql/process/database.ts";
import { outcomeOf } from "../helpers/call.ts";
import { addKey, createMember, keysOf, type Member } from "../helpers/create-member.ts";
import {
  balancesOf,
  createLink,
  createPayout,
  createVirtualAccount,
  destination,
  payIn,
  payoutRequest,
  resolveDestination,
  saveAccount,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { createIdentityCheck } from "../identity/check-identity.ts";
import { createOneOfEach, unknownLike } from "./one-of-each.ts";

const withReference = Object.values<Route>(routes).filter(({ path }) => path.includes("/:"));
/**
 * Those of a merchant; the test above has those of one resource. The log of requests has what is requested here too:
 * test/requests/request-log.test.ts.
 */
const lists = Object.values<Route>(routes).filter(
  ({ path, paged }) => paged === true && !path.includes("/:") && path !== "/v1/requests",
);
/** A route's path about one resource, and about its first part where it has parts. */
const pathAbout = ({ path }: Route, reference: string) =>
  path.replace(/:\w+/, encodeURIComponent(reference)).replace(/:\w+/, "1");

/** What a route with a reference is sent; the others take no body. */
const bodies: Record<string, object> = {
  "patch /v1/payment-links/:slug": { title: "Renamed" },
  "patch /v1/payout-accounts/:reference": { isDefault: true },
  "put /v1/payout-batches/:reference/items/:index": {
    amount: { value: 10_000, currency: "NGN" },
    destination,
  },
  "post /v1/payout-batches/:reference/start": { allowDuplicates: true },
  "post /v1/payout-batches/:reference/retry": { allowDuplicates: true },
  "post /v1/refunds/:reference/destination": { destination },
  "post /v1/unmatched-credits/:reference/accept": {},
};
const bodyFor = ({ method, path }: Route) => bodies[`${method} ${path}`];

/** Keys of the owner in test and live, and of a stranger, each by the route. */
async function keysAround(database: Database, owner: Pick<Member, "tenant" | "key">) {
  const stranger = await createMember(database);
  const live = { ...owner.tenant, environment: "live" as const };
  const liveKey = { ...(await addKey(database, live)), tenant: live };
  return {
    ownKey: await keysOf(database, owner),
    strangersKey: await keysOf(database, stranger),
    ownersLiveKey: await keysOf(database, liveKey),
  };
}

describe("tenancy", () => {
  test("every route treats another merchant's reference as one that does not exist", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { owner, referenceFor } = await createOneOfEach(fileDatabase);
    const { ownKey, strangersKey, ownersLiveKey } = await keysAround(fileDatabase, owner);
    expect(withReference.length).toBeGreaterThanOrEqual(9);

    for (const route of withReference) {
      const reference = referenceFor(route);
      expect(reference, `${route.path}: the test has to make one of these`).toBeDefined();
      const ask = (key: string, name: string) =>
        call(route.method.toUpperCase(), pathAbout(route, name), { key, body: bodyFor(route) });

      const unknown = await ask(strangersKey(route.path), unknownLike(reference!));
      expect(unknown).toMatchObject({ status: 404, error: { code: "NOT_FOUND" } });
      for (const [key, name] of [
        [strangersKey(route.path), reference!],
        [ownersLiveKey(route.path), reference!],
        [ownKey(route.path), reference!.toUpperCase()],
        [ownKey(route.path), "nonsense"],
        [ownKey(route.path), "%"],
        [ownKey(route.path), `${reference}\u0000`],
        [ownKey(route.path), "../../healthz"],
      ] as const) {
        const response = await ask(key, name);
        expect([route.path, name, response.status, response.text]).toEqual([
          route.path,
          name,
          404,
          unknown.text,
        ]);
      }
    }
    // The owner, last: canceling changes the payout.
    for (const route of withReference) {
      const path = pathAbout(route, referenceFor(route)!);
      const response = await call(route.method.toUpperCase(), path, {
        key: ownKey(route.path),
        body: bodyFor(route),
      });
      expect([route.path, response.status]).toEqual([route.path, 200]);
    }
  });

  test("a path that does not decode is treated as an unknown one", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    const unknown = await call("GET", "/v1/payouts/nonsense", { key });
    for (const path of ["/v1/payouts/%E0%A4%A", "/v1/payouts/%"]) {
      const response = await call("GET", path, { key });
      expect([path, response.status, response.text]).toEqual([path, 404, unknown.text]);
    }
    // What is no path of ours names nobody's resource.
    for (const path of ["/v1/nothing", "/v1/payouts/a/b/c"])
      expect([path, outcomeOf(await call("GET", path, { key }))]).toEqual([path, "NOT_FOUND"]);
  });

  test("another merchant's references in bodies are treated as ones that do not exist, and nothing is done", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { owner, account, crypto, saved } = await createOneOfEach(fileDatabase);
    await payIn(fileDatabase, account.reference, 10_000n);
    const stranger = await createMember(fileDatabase, { available: 500_000n });
    const ownersLiveKey = await addKey(fileDatabase, owner.tenant, { environment: "live" });
    const amount = { value: 10_000, currency: "NGN" };
    const requests: [path: string, reference: string, body: (name: string) => object][] = [
      [
        "/v1/sandbox/simulate/collection-success",
        account.reference,
        (virtualAccountReference) => ({ virtualAccountReference }),
      ],
      ["/v1/sandbox/simulate/crypto-payment", crypto, (reference) => ({ reference })],
      ["/v1/collections", account.reference, (virtualAccount) => ({ virtualAccount, amount })],
      ["/v1/payouts", saved.reference, (payoutAccountId) => ({ payoutAccountId, amount })],
    ];
    const sameKey = { "idempotency-key": "the same" };
    for (const [path, reference, body] of requests) {
      const send = (key: string, name: string) =>
        call("POST", path, { key, headers: path.includes("sandbox") ? {} : sameKey, body: body(name) });
      const unknown = await send(stranger.key, unknownLike(reference));
      expect([path, unknown.status, unknown.error?.code]).toEqual([path, 404, "NOT_FOUND"]);
      // Sandbox routes do not take a live key at all.
      const keys = path.includes("sandbox") ? [stranger.key] : [stranger.key, ownersLiveKey.key];
      for (const key of keys) {
        const theirs = await send(key, reference);
        expect([path, theirs.status, theirs.text]).toEqual([path, 404, unknown.text]);
      }
    }
    expect(await balancesOf(fileDatabase, stranger.tenant)).toEqual({ available: 500_000, reserved: 0 });
    const shown = await call("GET", `/v1/collections/${crypto}`, { key: owner.key });
    expect(shown.data.status).toBe("awaiting_payment");
    expect((await call("GET", "/v1/collections", { key: stranger.key })).data).toHaveLength(1);
    expect((await call("GET", "/v1/payouts", { key: stranger.key })).data).toEqual([]);
  });

  test("no list shows another merchant's rows, even with that merchant's cursor", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { owner } = await createOneOfEach(fileDatabase);
    await createPayout(fileDatabase, owner.tenant);
    await createVirtualAccount(fileDatabase, owner.tenant, 10_000n);
    await createLink(fileDatabase, owner.tenant);
    await createIdentityCheck(fileDatabase, owner.tenant);
    await saveAccount(fileDatabase, owner.tenant, { ...destination, accountNumber: "0123456780" });
    const { ownKey, strangersKey, ownersLiveKey } = await keysAround(fileDatabase, owner);
    expect(lists).toHaveLength(12);

    let cursors = 0;
    for (const route of lists) {
      const { path } = route;
      const page = await call("GET", `${path}?limit=1`, { key: ownKey(route.path) });
      expect(page.data).toHaveLength(1);
      expect(await call("GET", path, { key: strangersKey(route.path) })).toMatchObject({
        data: [],
        meta: { hasMore: false },
      });
      expect((await call("GET", path, { key: ownersLiveKey(route.path) })).data).toEqual([]);

      const { nextCursor } = page.meta;
      if (nextCursor === undefined) continue;
      cursors += 1;
      for (const key of [strangersKey(route.path), ownersLiveKey(route.path)]) {
        const response = await call("GET", `${path}?cursor=${nextCursor}`, { key });
        expect(response).toMatchObject({ status: 422, error: { details: { cursor: expect.any(String) } } });
      }
    }
    expect(cursors).toBeGreaterThanOrEqual(7);
  });

  test("one idempotency key makes a payout for each merchant and environment", async ({
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
    const responses = [await pay(first.key), await pay(second.key)];
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(responses[0]!.data.reference).not.toBe(responses[1]!.data.reference);
    // Not replayed from the test payout: decided afresh, against a live balance of nothing.
    expect((await pay(live.key)).error.code).toBe("INSUFFICIENT_BALANCE");
  });

  test("members that a caller may not set are ignored or refused", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
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
    // What sends money refuses them, one and all.
    const { error, text } = await call("POST", "/v1/payouts", { key, headers, body });
    expect(Object.keys(error.details!).sort()).toEqual(
      [
        ...["amount.fee", "fee", "status", "environment", "merchantId", "merchant_id", "reference"],
        ...["destination.bankName", "idempotencyKey", "constructor"],
      ].sort(),
    );
    expect(text).toContain('"__proto__":"unknown; ');
    const link = `{
      "title": "Lamp", "amountType": "open", "linkType": "reusable", "slug": "0123456789abcdef", "status": "paid",
      "environment": "live", "merchantId": ${other.tenant.merchantId}, "__proto__": {"polluted": true}
    }`;
    const { status, data } = await call("POST", "/v1/payment-links", { key, body: link });
    expect(status).toBe(201);
    expect(data).toMatchObject({ environment: "test", status: "active" });
    expect(data.slug).not.toBe("0123456789abcdef");
    for (const list of ["/v1/payouts", "/v1/payment-links"])
      expect((await call("GET", list, { key: other.key })).data).toEqual([]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
