import { post } from "../api/change.ts";
import { dataQuery, pageQuery } from "../api/queries.ts";

const environment = "test" as const;
const path = { environment };

export const clockQuery = dataQuery("/{environment}/sandbox/clock", path);

/** The newest accounts that still accept money. */
export const openAccountsQuery = pageQuery("/{environment}/virtual-accounts", path, {
  status: "active",
  limit: "20",
});

const BANK = "058";

/** Sends 100 naira to a test account number, after the name enquiry that every payout needs. */
export async function payOutTo(accountNumber: string): Promise<void> {
  const { accountName } = await post("/{environment}/banks/verify-account", path, {
    bankCode: BANK,
    accountNumber,
  });
  await post(
    "/{environment}/payouts",
    path,
    {
      amount: { value: 10_000, currency: "NGN" },
      destination: { bankCode: BANK, accountNumber, accountName },
      narration: "Sandbox",
    },
    crypto.randomUUID(),
  );
}

/** Checks a test BVN, and returns whether it was verified. */
export async function checkIdentity(bvn: string): Promise<boolean> {
  const body = { bvn, phone: "08011111111" };
  const { verified } = await post("/{environment}/kyc/bvn", path, body);
  return verified;
}
