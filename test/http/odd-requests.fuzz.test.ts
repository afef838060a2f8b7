import fc from "fast-check";
import { expect } from "vitest";
import { routes } from "../../ingress/api-routes.ts";
import type { Route } from "../../ingress/http/route.ts";
import { createMember, keysOf } from "../helpers/create-member.ts";
import { createCryptoCollection, createLink, createVirtualAccount, destination } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { signProviderBody } from "../helpers/outside/sign-provider-body.ts";

const money = { value: 1_000, currency: "NGN" };

/** What stands in a request where something else belongs. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    "",
    " ",
    "\u0000",
    "\ud800",
    "\u202e",
    "%",
    "'; drop table payouts; --",
    "__proto__",
    0,
    -1,
    0.1,
    2 ** 31,
    2 ** 53,
    1e308,
    [],
    {},
    [[]],
    { value: {} },
    { value: 1e15, currency: "NGN" },
    { length: 1e9 },
    "x".repeat(5_000),
    "2026-01-01T00:00:00Z",
  ),
  fc.string({ unit: "binary", maxLength: 50 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 3 }),
);

test(
  "no value of any field, on any route, causes a 5xx",
  { timeout: 120_000 },
  async ({ databaseUrl, database }) => {
    const secret = "a secret that both sides of the gateway know";
    await using ingress = await startTestIngress(databaseUrl, {
      // No workers here: what is valid ends as a 500 of its own, at once.
      responseTimeoutMs: 1,
      webhookSecrets: { http: [secret] },
      limitsPerMinute: {
        all: 1e6,
        verifyAccount: 1e6,
        identityCheck: 1e6,
        failedAuthentication: 1e6,
        checkout: 1e6,
        checkoutSession: 1e6,
        signIn: 1e6,
      },
    });
    const member = await createMember(database, { available: 1_000_000n });
    const { tenant } = member;
    const keyFor = await keysOf(database, member);
    const account = await createVirtualAccount(database, tenant, 10_000n);
    const slug = await createLink(database, tenant);
    const link = {
      title: "Fees",
      amountType: "open",
      minAmount: money,
      maxAmount: money,
      linkType: "reusable",
      customer: { name: "Ada", email: "ada@example.com" },
      successRedirectUrl: "https://example.com/",
    };
    const payout = {
      amount: money,
      destination,
      payoutAccountId: "pac_00000000000000000000000000",
      narration: "October",
      purpose: "salary",
      merchantReference: "1",
      metadata: { run: 1 },
    };
    const start = {
      confirmClose: true,
      allowDuplicates: true,
      expectedDuplicates: 1,
      skipInvalid: true,
      expectedTotal: money,
    };
    const bodies: Record<string, object> = {
      "post /v1/kyc/bvn": { bvn: "22222222222", phone: "08030000001" },
      "post /v1/kyc/nin": { nin: "22222222222", phone: "08030000001" },
      "post /v1/banks/verify-account": { bankCode: "058", accountNumber: "0123456789" },
      "post /v1/virtual-accounts": { customerEmail: "ada@example.com", amount: money, expiresInMinutes: 30 },
      "post /v1/payment-links": link,
      "patch /v1/payment-links/:slug": { title: "Fees", successRedirectUrl: null, status: "disabled" },
      "post /v1/collections": { virtualAccount: account.reference, amount: 1_000, currency: "NGN" },
      "post /v1/crypto-collections": {
        amount: { value: 1_000, currency: "USD" },
        chain: "bsc",
        token: "USDT",
        customerEmail: "ada@example.com",
      },
      "post /v1/sandbox/simulate/collection-success": {
        virtualAccountReference: account.reference,
        amount: money,
        late: false,
        duplicate: true,
        senderName: "BOLA ADE",
      },
      "post /v1/sandbox/simulate/crypto-payment": {
        reference: await createCryptoCollection(database, tenant),
        chain: "polygon",
        token: "USDC",
        confirmNow: false,
      },
      "post /v1/sandbox/clock/advance": { minutes: 1 },
      "post /v1/payouts": payout,
      "post /v1/payouts/quote": payout,
      "post /v1/payout-batches": { name: "October", items: [{ ...payout, confirm: true }], csv: "amount\n1" },
      "put /v1/payout-batches/:reference/items/:index": { ...payout, confirm: true },
      "post /v1/payout-batches/:reference/start": start,
      "post /v1/payout-batches/:reference/retry": start,
      "post /v1/refunds": {
        collection: "col_00000000000000000000000000",
        amount: money,
        reason: "other",
        note: "Order 1",
        destination,
      },
      "post /v1/unmatched-credits/:reference/accept": { collection: "col_00000000000000000000000000" },
      "post /v1/refunds/:reference/destination": { destination },
      "post /v1/payout-accounts": { bankCode: "058", accountNumber: "0123456789" },
      "patch /v1/payout-accounts/:reference": { isDefault: true },
      "put /v1/webhook-endpoint": { url: "https://example.com/webhooks" },
      "post /v1/webhook-endpoint/rotate-secret": { overlapHours: 24 },
      "post /v1/events/recover": { since: new Date().toISOString() },
      "post /v1/provider/credits": {
        id: "1",
        recipient: account.reference,
        amount: money,
        payer: { name: "BOLA ADE" },
        confirmed: true,
      },
    };

    for (const route of Object.values<Route>(routes)) {
      const method = route.method.toUpperCase();
      const key = keyFor(route.path);
      const good = bodies[`${route.method} ${route.path}`];
      expect([route.path, good !== undefined]).toEqual([route.path, route.request.body !== undefined]);
      const path = route.path.replace(":slug", slug).replace(":reference", "%00").replace(":index", "0");
      const holds = async (send: () => Promise<{ status: number; error?: { code: string } }>) => {
        const { status } = await send();
        // The one that a missing worker explains is not logged as a failure.
        expect([200, 201, 304, 400, 401, 404, 409, 413, 422, 500]).toContain(status);
        expect(ingress.log()).not.toContain("request failed");
      };

      if (good !== undefined) {
        const fields = Object.keys(good);
        await fc.assert(
          fc.asyncProperty(fc.constantFrom(...fields), odd, fc.boolean(), (field, value, isAlone) =>
            holds(() => {
              const body = JSON.stringify({ ...(isAlone ? {} : good), [field]: value });
              return ingress.call(method, path, {
                key,
                body,
                headers: {
                  ...(/^\/v1\/(?:payouts|payout-batches|refunds)$/.test(route.path) && {
                    "idempotency-key": "k",
                  }),
                  "x-provider-signature": signProviderBody(secret, body),
                },
              });
            }),
          ),
          { numRuns: 30 },
        );
      } else {
        const names = ["limit", "cursor", "status", "type", "reference", "slug", "createdFrom", "createdTo"];
        await fc.assert(
          fc.asyncProperty(fc.constantFrom(...names, "country"), odd, (name, value) =>
            holds(() => {
              const text = typeof value === "string" ? value : JSON.stringify(value);
              const query = new URLSearchParams([[name, text.toWellFormed()]]);
              return ingress.call(method, `${path}?${query}`, { key });
            }),
          ),
          { numRuns: 20 },
        );
      }
    }
  },
);
