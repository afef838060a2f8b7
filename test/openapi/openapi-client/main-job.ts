/**
 * A merchant's backend on a generated client: it knows nothing of the service but the types in api.d.ts, which
 * openapi-client.test.ts has generated from /openapi.json beside a copy of this file.
 */
import createClient from "openapi-fetch";
import type { components, paths } from "./api.d.ts";

type Money = components["schemas"]["Money"];

const [baseUrl, key] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl: baseUrl!, headers: { Authorization: `Bearer ${key}` } });

const naira = (value: number) => ({ value: value * 100, currency: "NGN" as const });

/** The data of a call's response; throws its error's code. */
function dataOf<Data>({ data, error }: { data?: { data: Data }; error?: { error: { code: string } } }): Data {
  if (data === undefined) throw new Error(error?.error.code);
  return data.data;
}

const account = dataOf(
  await api.POST("/v1/virtual-accounts", {
    body: { customerEmail: "payer@example.com", amount: naira(5_000) },
  }),
);
dataOf(
  await api.POST("/v1/sandbox/simulate/collection-success", {
    body: { virtualAccountReference: account.reference },
  }),
);
const collection = dataOf(
  await api.GET("/v1/collections/{reference}", {
    params: { path: { reference: account.collection.reference } },
  }),
);
const destination = dataOf(
  await api.POST("/v1/banks/verify-account", { body: { bankCode: "058", accountNumber: "0123456789" } }),
);
const payout = dataOf(
  await api.POST("/v1/payouts", {
    params: { header: { "Idempotency-Key": "generated-client-1" } },
    body: { amount: naira(2_000), destination },
  }),
);
const identity = dataOf(
  await api.POST("/v1/kyc/bvn", { body: { bvn: "22123456789", phone: "08031234567" } }),
);
const link = dataOf(
  await api.POST("/v1/payment-links", { body: { title: "Order 1042", amount: naira(1_000) } }),
);
const page = await api.GET("/v1/payouts", { params: { query: { limit: 1, status: "succeeded" } } });
const hasMore: boolean | undefined = page.data?.meta.hasMore;
const balances = dataOf(await api.GET("/v1/balances"));
const available: Money | undefined = balances[0]?.available;

const refusal = await api.POST("/v1/payouts", {
  params: { header: { "Idempotency-Key": "generated-client-1" } },
  body: { amount: naira(3_000), destination },
});

console.log(
  JSON.stringify({
    collection: collection.status,
    accountName: destination.accountName,
    payout: payout.reference,
    verified: identity.verified,
    link: link.slug,
    hasMore,
    available,
    refusal: refusal.error?.error.code,
  }),
);
