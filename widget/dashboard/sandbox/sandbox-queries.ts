import { post } from "../api/change.ts";
import { dataQuery, pageQuery } from "../api/queries.ts";

const environment = "test" as const;
const path = { environment };

export const clockQuery = dataQuery("/{environment}/sandbox/clock", path);

/** The newest accounts that somebody may still pay into. */
export const openAccountsQuery = pageQuery("/{environment}/virtual-accounts", path, {
  status: "active",
  limit: "20",
});

const BANK = "058";

/** Pays 100 naira out to a test account number, after the enquiry that every payout needs. */
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

/** Checks a test BVN; whether it was verified. */
export async function checkIdentity(bvn: string): Promise<boolean> {
  const body = { bvn, phone: "08011111111" };
  const { verified } = await post("/{environment}/kyc/bvn", path, body);
  return verified;
}
