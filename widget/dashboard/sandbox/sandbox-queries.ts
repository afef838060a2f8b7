import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";

const environment = "test" as const;
const path = { environment };

/** The test environment's time. */
export const clockQuery = queryOptions({
  queryKey: [environment, "clock"],
  queryFn: ({ signal }) => dataOf(api.GET("/{environment}/sandbox/clock", { params: { path }, signal })),
});

/** The newest accounts that somebody may still pay into. */
export const openAccountsQuery = queryOptions({
  queryKey: [environment, "virtual-accounts", "open"],
  queryFn: ({ signal }) =>
    dataOf(
      api.GET("/{environment}/virtual-accounts", {
        params: { path, query: { status: "active", limit: 20 } },
        signal,
      }),
    ),
});

const BANK = "058";

/** Pays 100 naira out to a test account number, after the enquiry that every payout needs. */
export async function payOutTo(accountNumber: string): Promise<void> {
  const { accountName } = await dataOf(
    api.POST("/{environment}/banks/verify-account", {
      params: { path },
      body: { bankCode: BANK, accountNumber },
    }),
  );
  await api.POST("/{environment}/payouts", {
    params: { path, header: { "Idempotency-Key": crypto.randomUUID() } },
    body: {
      amount: { value: 10_000, currency: "NGN" },
      destination: { bankCode: BANK, accountNumber, accountName },
      narration: "Sandbox",
    },
  });
}

/** Checks a test BVN; whether it was verified. */
export async function checkIdentity(bvn: string): Promise<boolean> {
  const body = { bvn, phone: "08011111111" };
  const { verified } = await dataOf(api.POST("/{environment}/kyc/bvn", { params: { path }, body }));
  return verified;
}
