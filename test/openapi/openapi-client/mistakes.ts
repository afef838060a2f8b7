/** What a generated client must not let a merchant's backend do: without these comments none of it type-checks. */
import createClient from "openapi-fetch";
import type { paths } from "./api.d.ts";

const api = createClient<paths>({ baseUrl: "http://localhost" });
const amount = { value: 100, currency: "NGN" as const };

// @ts-expect-error -- no such path
await api.GET("/v1/nothing");
// @ts-expect-error -- no Idempotency-Key
await api.POST("/v1/payouts", { body: { amount } });
// @ts-expect-error -- no currency
await api.POST("/v1/virtual-accounts", { body: { customerEmail: "a@b.example", amount: { value: 100 } } });
// @ts-expect-error -- no such status
await api.GET("/v1/payouts", { params: { query: { status: "done" } } });
const { data } = await api.GET("/v1/balances");
// @ts-expect-error -- a response may be a refusal
void data.data;
