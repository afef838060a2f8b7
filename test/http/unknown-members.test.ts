import { describe, expect } from "vitest";
import { routes } from "../../ingress/api-routes.ts";
import type { Route } from "../../ingress/http/route.ts";
import { setDefaultPayoutAccount } from "../../sql/payouts/accounts/payout-accounts.ts";
import { createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { balancesOf, createLink, destination, resolveDestination, saveAccount } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { wellFormedPath } from "./well-formed-path.ts";
import { asOperator } from "../helpers/as-operator.ts";

const takingKeys = Object.values<Route>(routes).filter(
  ({ access, request }) => access === "key" && request.body !== undefined,
);
const amount = { value: 50_000, currency: "NGN" };
const link = { title: "Lamp", amountType: "fixed", linkType: "one_time", amount };
const ignored = ({ headers }: { headers: Headers }) => headers.get("ignored-fields");

describe("members of a body that an endpoint does not know", () => {
  test("are refused by what sends money, and nothing is paid: each is named with what was meant", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase, { available: 500_000n });
    const { session } = await createPerson(fileDatabase, [[tenant.merchantId, "finance"]]);
    await resolveDestination(fileDatabase, tenant);
    const kemi = { bankCode: "058", accountNumber: "1234567890", accountName: "KEMI UDOH" };
    const saved = await saveAccount(fileDatabase, tenant, kemi);
    await setDefaultPayoutAccount(fileDatabase, {
      tenant,
      reference: saved.reference,
      isDefault: true,
      ...asOperator,
    });
    const pay = (body: unknown, as: object = { key }, path = "/v1/payouts") =>
      call("POST", path, { ...as, headers: { "idempotency-key": "k" }, body });

    const misspelt = { amount, payoutAccountID: saved.reference };
    const meant = { payoutAccountID: "unknown; did you mean payoutAccountId?" };
    expect(await pay(misspelt)).toMatchObject({ status: 422, error: { details: meant } });
    const byPerson = await pay(misspelt, { session }, "/dashboard/api/test/payouts");
    expect(byPerson).toMatchObject({ status: 422, error: { details: meant } });
    const several = `{
      "amount": {"value": 1, "currencyCode": "NGN", "currency": "NGN"}, "__proto__": {"isSaved": true}, "isSaved": true,
      "destination": ${JSON.stringify({ ...destination, account_name: "X", "a b": 1 })}
    }`;
    const refused = await pay(several);
    expect(refused.text).toContain('"__proto__":"unknown; ');
    expect(refused.error.details).toEqual({
      "amount.value": expect.stringMatching(/^must be a whole number of kobo/),
      "amount.currencyCode": "unknown; amount takes value, currency and nothing else",
      isSaved:
        "unknown; takes amount, destination, payoutAccountId, narration, purpose, merchantReference, metadata and nothing else",
      "destination.account_name": "unknown; did you mean accountName?",
      destination: "takes bankCode, accountNumber, accountName and nothing else",
    });
    expect(await balancesOf(fileDatabase, tenant)).toEqual({ available: 500_000, reserved: 0 });

    const right = await pay({ amount, destination, metadata: { payoutAccountID: "anything", "a/b~c": 1 } });
    expect([right.status, ignored(right)]).toEqual([201, null]);
  });

  test("are ignored elsewhere, and named by every endpoint that takes a body", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase);
    expect(takingKeys.length).toBeGreaterThan(12);
    for (const route of takingKeys) {
      if (/^\/v1\/(?:payouts|payout-batches|refunds|unmatched-credits)/.test(route.path)) continue;
      const response = await call(route.method.toUpperCase(), wellFormedPath(route), {
        key,
        body: { unheardOf: 1 },
      });
      expect([route.path, ignored(response)]).toEqual([route.path, "/unheardOf"]);
    }
    const slug = await createLink(fileDatabase, tenant);
    const headers = { authorization: `Bearer ${"t".repeat(43)}` };
    const checkout = await call("POST", `/pay/${slug}/session`, { headers, body: { mail: "x", email: "" } });
    expect(ignored(checkout)).toBe("/mail");
    const signIn = await call("POST", "/dashboard/api/sign-in", { body: { Email: "ada@example.com" } });
    expect(ignored(signIn)).toBe("/Email");
  });

  test("are JSON pointers that fit into a header: nested ones, any characters, twenty at most", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    const create = async (more: object) => {
      const response = await call("POST", "/v1/payment-links", { key, body: { ...link, ...more } });
      expect(response.status).toBe(201);
      return ignored(response);
    };
    expect(await create({})).toBeNull();
    expect(await create({ customer: { mail: "ada@example.com", name: "Ada" }, titel: "x" })).toBe(
      "/customer/mail,/titel",
    );
    expect(await create({ amount: { ...amount, kobo: 1 } })).toBe("/amount/kobo");
    expect(await create({ "a/b~c,d": 1, "": 2, "\r\nset-cookie: x": 3, "é💸": 4 })).toBe(
      "/a~1b~0c%2Cd,/,/%0D%0Aset-cookie%3A%20x,/%C3%A9%F0%9F%92%B8",
    );
    // What may be somebody's number or address is not repeated, nor logged.
    expect(await create({ "08065439217": 1, customer: { "ada@example.com": 1, line_2024: 1 } })).toBe(
      "/%E2%80%A6,/customer/%E2%80%A6,/customer/line_2024",
    );
    const many = (name: (n: number) => string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), n]));
    expect((await create(many((n) => `m${n}`, 30)))!.split(",")).toHaveLength(20);
    expect(await create(many(() => "x".repeat(90_000), 1))).toBe(`/${"x".repeat(64)}%E2%80%A6`);
    const long = (await create(many((n) => `${n}${"💸".repeat(60)}`, 30)))!;
    expect(long.length).toBeLessThanOrEqual(1_000);
    expect(long.split(",")).toHaveLength(1);
    // Of alternatives that one counts which was sent.
    const body = { virtualAccount: `va_${"0".repeat(26)}`, amount: { ...amount, kobo: 1 } };
    expect(ignored(await call("POST", "/v1/collections", { key, body }))).toBe("/amount/kobo");
  });
});
