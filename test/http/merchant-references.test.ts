import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import { setKybStatus } from "../../sql/merchants/merchants.ts";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { purgeExpiredRows } from "../../sql/retention/retention.ts";
import { acceptPayouts } from "../../sql/payouts/payouts.ts";
import { outcomeOf, type ApiResponse, type Call } from "../helpers/call.ts";
import { addKey, createMember, type Member } from "../helpers/create-member.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import {
  balancesOf,
  createPayout,
  destination,
  payoutRequest,
  resolveDestination,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const naira = (value: number) => ({ value, currency: "NGN" });
const metadata = { order: 1042, gift: true, note: "Ring the bell" };

/** What takes a merchantReference: where it is created and listed, and a body, another one for each number. */
const kinds: Record<string, { list: string; body: (number: number) => object }> = {
  "/v1/virtual-accounts": {
    list: "/v1/virtual-accounts",
    body: () => ({ customerEmail: "ada@example.com", amount: naira(50_000) }),
  },
  "/v1/crypto-collections": {
    list: "/v1/collections",
    body: () => ({ amount: { value: 2_500, currency: "USD" } }),
  },
  "/v1/payment-links": {
    list: "/v1/payment-links",
    body: () => ({ title: "Fees", amount: naira(50_000) }),
  },
  "/v1/kyc/bvn": { list: "/v1/kyc/requests", body: () => ({ bvn: "22222222222", phone: "08031234567" }) },
  "/v1/payout-accounts": {
    list: "/v1/payout-accounts",
    body: (number) => ({ bankCode: "058", accountNumber: `01234567${80 + number}` }),
  },
  "/v1/payouts": { list: "/v1/payouts", body: () => ({ amount: naira(50_000), destination }) },
};

async function createPayer(database: Database): Promise<Member> {
  const member = await createMember(database, { available: 10_000_000n });
  await resolveDestination(database, member.tenant);
  return member;
}

/** On a busy machine a request may be told to come again, as clients do. */
const post = async (...request: Parameters<typeof send>): Promise<ApiResponse> => {
  const response = await send(...request);
  return response.status === 503 ? post(...request) : response;
};

const send = (
  call: Call,
  { key }: Pick<Member, "key">,
  path: string,
  body: object,
  idempotencyKey: string = randomUUID(),
) => call("POST", path, { key, body, headers: { "idempotency-key": idempotencyKey } });

const nameOf = ({ data }: ApiResponse): string => data.reference ?? data.slug;
const listed = async (call: Call, { key }: Pick<Member, "key">, path: string, query: string) =>
  (await call("GET", `${path}?${query}`, { key })).data;

describe("a merchantReference", () => {
  test("is shown with the metadata, found exactly, and given once to each kind of resource", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const member = await createPayer(database);
    for (const [path, { list, body }] of Object.entries(kinds)) {
      // A virtual account's first collection has its reference, so crypto needs another one.
      const own = { merchantReference: `ORD/2026-1042 é ${path}`, metadata };
      const sent = { ...body(0), ...own, merchantReference: `\u200b ${own.merchantReference}\u00a0` };
      const first = await post(call, member, path, sent, `first ${path}`);
      expect([path, first.data]).toMatchObject([path, own]);
      const shown = await call("GET", `${list}/${nameOf(first)}`, { key: member.key });
      expect([path, shown.data]).toMatchObject([path, own]);

      const again = await post(call, member, path, { ...body(1), ...own });
      expect([path, again.status, again.error]).toMatchObject([
        path,
        409,
        { code: "MERCHANT_REFERENCE_CONFLICT", details: { reference: nameOf(first) } },
      ]);
      const replayed = await post(call, member, path, sent, `first ${path}`);
      expect([path, nameOf(replayed)]).toEqual([path, nameOf(first)]);
      expect(replayed.headers.get("idempotency-replayed")).toBe("true");

      // Without a key too; and a refused request leaves its key free.
      if (path !== "/v1/payouts")
        expect(outcomeOf(await call("POST", path, { key: member.key, body: { ...body(1), ...own } }))).toBe(
          "MERCHANT_REFERENCE_CONFLICT",
        );
      const other = await post(call, member, path, {
        ...body(2),
        merchantReference: own.merchantReference.toLowerCase(),
      });
      expect([path, other.error]).toEqual([path, undefined]);
      const found = await listed(
        call,
        member,
        list,
        `merchantReference=${encodeURIComponent(own.merchantReference)}`,
      );
      expect([path, found.map((item: object) => nameOf({ data: item } as ApiResponse))]).toEqual([
        path,
        [nameOf(first)],
      ]);
      expect(await listed(call, member, list, "merchantReference=ORD%2F2026-1042")).toEqual([]);
    }
  });

  test("is a merchant's own, and each environment's", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const [one, stranger] = [await createPayer(database), await createPayer(database)];
    await setKybStatus(database, { merchantId: one.tenant.merchantId, status: "approved", acting: {} });
    const live = await addKey(database, one.tenant, { environment: "live" });
    for (const [path, { list, body }] of Object.entries(kinds)) {
      const sent = { ...body(0), merchantReference: `7 ${path}` };
      const first = await post(call, one, path, sent);
      const strangers = await post(call, stranger, path, sent);
      expect([path, first.error, strangers.error]).toEqual([path, undefined, undefined]);
      const found = await listed(call, stranger, list, `merchantReference=7 ${path}`);
      expect([path, found.length, nameOf({ data: found[0] } as ApiResponse)]).toEqual([
        path,
        1,
        nameOf(strangers),
      ]);
      expect(await listed(call, live, list, `merchantReference=7 ${path}`)).toEqual([]);
    }
    const link = { ...kinds["/v1/payment-links"]!.body(0), merchantReference: "7" };
    expect((await post(call, live, "/v1/payment-links", link)).status).toBe(201);
    expect(outcomeOf(await post(call, live, "/v1/payment-links", link))).toBe("MERCHANT_REFERENCE_CONFLICT");
  });

  test("sent by twelve requests at once, through two processes, is given to one", async ({
    database,
    databaseUrl,
    workers: _workers,
  }) => {
    await using one = await startTestIngress(databaseUrl);
    await using two = await startTestIngress(databaseUrl);
    const member = await createPayer(database);
    for (const [path, { body }] of Object.entries(kinds)) {
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, at) =>
          post((at % 2 === 0 ? one : two).call, member, path, {
            ...body(at),
            merchantReference: `race ${path}`,
          }),
        ),
      );
      const won = responses.filter(({ error }) => error === undefined);
      expect([path, won.length]).toEqual([path, 1]);
      const lost = responses.filter((response) => !won.includes(response));
      expect(lost.map(({ error }) => [error.code, error.details])).toEqual(
        lost.map(() => ["MERCHANT_REFERENCE_CONFLICT", { reference: nameOf(won[0]!) }]),
      );
    }
    expect(await balancesOf(database, member.tenant)).toMatchObject({ available: 9_950_000 });
  });

  test("that two payouts of one batch have goes to the first, and the others are accepted", async ({
    fileDatabase: database,
  }) => {
    const { tenant } = await createPayer(database);
    const batch = ["a", "b", "a", undefined, undefined].map((merchantReference) =>
      payoutRequest(tenant, { merchantReference }),
    );
    const decisions = await acceptPayouts(database, [...batch, batch[0]!]);
    expect(decisions.map(({ outcome }) => outcome)).toEqual([
      "accepted",
      "accepted",
      "reference_conflict",
      "accepted",
      "accepted",
      "replayed",
    ]);
    expect(await balancesOf(database, tenant)).toEqual({ available: 9_600_000, reserved: 400_000 });
    // A refused one does not take it.
    const dear = payoutRequest(tenant, { merchantReference: "c", amount: 99_000_000n });
    const [refused, accepted] = await acceptPayouts(database, [
      dear,
      payoutRequest(tenant, { merchantReference: "c" }),
    ]);
    expect([refused!.outcome, accepted!.outcome]).toEqual(["insufficient_balance", "accepted"]);
    await expect(createPayout(database, tenant, { merchantReference: "c" })).rejects.toThrow(
      "reference_conflict",
    );
  });

  test("of a virtual account is that of its first collection; later ones have their own", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const member = await createPayer(database);
    const body = kinds["/v1/virtual-accounts"]!.body(0);
    const account = await post(call, member, "/v1/virtual-accounts", {
      ...body,
      merchantReference: "1",
      metadata,
    });
    const { collection, reference } = account.data;
    expect(await listed(call, member, "/v1/collections", "merchantReference=1")).toMatchObject([
      { reference: collection.reference, metadata },
    ]);
    const crypto = { ...kinds["/v1/crypto-collections"]!.body(0), merchantReference: "2" };
    const { data } = await post(call, member, "/v1/crypto-collections", crypto);
    const taken = await post(call, member, "/v1/virtual-accounts", { ...body, merchantReference: "2" });
    expect(taken.error).toMatchObject({
      code: "MERCHANT_REFERENCE_CONFLICT",
      details: { reference: data.reference },
    });

    const simulate = { virtualAccountReference: reference };
    await call("POST", "/v1/sandbox/simulate/collection-success", { key: member.key, body: simulate });
    const next = { virtualAccount: reference, amount: naira(20_000) };
    const same = await post(call, member, "/v1/collections", { ...next, merchantReference: "1" });
    expect(same.error.details).toEqual({ reference: collection.reference });
    const opened = await post(call, member, "/v1/collections", { ...next, merchantReference: "3" });
    expect([opened.data.merchantReference, opened.data.metadata]).toEqual(["3", undefined]);
  });

  test("is free again once its account is removed; saving it again changes what is given", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const member = await createPayer(database);
    const account = kinds["/v1/payout-accounts"]!.body(0);
    const save = (own: object, body = account) =>
      post(call, member, "/v1/payout-accounts", { ...body, ...own });
    const { data } = await save({ merchantReference: "1" });
    expect((await save({ metadata })).data).toEqual({ ...data, metadata });
    expect((await save({ merchantReference: "1" })).data).toEqual({ ...data, metadata });
    expect((await save({ merchantReference: "2" })).data).toMatchObject({ merchantReference: "2", metadata });
    const other = kinds["/v1/payout-accounts"]!.body(1);
    expect(outcomeOf(await save({ merchantReference: "2" }, other))).toBe("MERCHANT_REFERENCE_CONFLICT");
    await call("POST", `/v1/payout-accounts/${data.reference}/remove`, { key: member.key });
    expect((await save({ merchantReference: "2" }, other)).data.merchantReference).toBe("2");
  });

  test("is free again once its test row is deleted after its term", async ({
    database,
    ingress: { call },
    workers: _workers,
  }) => {
    const member = await createPayer(database);
    for (const path of ["/v1/crypto-collections", "/v1/kyc/bvn"]) {
      const { list, body } = kinds[path]!;
      const sent = { ...body(0), merchantReference: "1" };
      const first = await post(call, member, path, sent);
      expect(outcomeOf(await post(call, member, path, sent))).toBe("MERCHANT_REFERENCE_CONFLICT");
      const kind = path === "/v1/kyc/bvn" ? "identity_checks" : "collections";
      await database.query(sql.type(z.object({}))`
        update ${sql.identifier([kind])} set inserted_at = now() - interval '181 days'`);
      while ((await purgeExpiredRows(database, { kind })) > 0);
      const second = await post(call, member, path, sent);
      expect([path, second.error, nameOf(second) === nameOf(first)]).toEqual([path, undefined, false]);
      expect(await listed(call, member, list, "merchantReference=1")).toMatchObject([second.data]);
    }
  });

  test("does not change with its resource, and a request to change it says so", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const member = await createPayer(database);
    const body = { ...kinds["/v1/payment-links"]!.body(0), merchantReference: "fixed", metadata };
    const { data } = await post(call, member, "/v1/payment-links", body);
    const change = { title: "Lessons", merchantReference: "other", metadata: { order: 7 } };
    const changed = await call("PATCH", `/v1/payment-links/${data.slug}`, { key: member.key, body: change });
    expect(changed.data).toMatchObject({ title: "Lessons", merchantReference: "fixed", metadata });
    expect(changed.headers.get("ignored-fields")).toBe("/merchantReference,/metadata");
  });

  test("is text of 1 to 100 visible characters on one line", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const member = await createPayer(fileDatabase);
    for (const [path, { list, body }] of Object.entries(kinds)) {
      for (const merchantReference of ["", "  ", "x".repeat(101), "a\nb", "a\u202eb", 7, null]) {
        const { status, error } = await post(call, member, path, { ...body(0), merchantReference });
        expect([path, status, Object.keys(error.details!)]).toEqual([path, 422, ["merchantReference"]]);
      }
      const twice = await call("GET", `${list}?merchantReference=a&merchantReference=b`, { key: member.key });
      expect([twice.status, twice.error.details]).toEqual([422, { merchantReference: "must be given once" }]);
    }
  });
});
