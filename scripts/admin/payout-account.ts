import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { bankCodePattern } from "../../sql/banks/bank.ts";
import type { Connection } from "../../sql/process/database.ts";
import { MOST_PAYOUT_ACCOUNTS } from "../../sql/payouts/accounts/payout-account-json.ts";
import { requestNameEnquiry, readNameEnquiry, type Account } from "../../sql/banks/name-enquiries.ts";
import {
  listPayoutAccounts,
  savePayoutAccount,
  setDefaultPayoutAccount,
} from "../../sql/payouts/accounts/payout-accounts.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { CliError } from "../cli/cli-error.ts";
import { command, requireTenant, tenantFlags } from "./command.ts";

const RESOLVED_WITHIN_MS = 10_000;

const accountFlags = {
  bankCode: z
    .string()
    .regex(bankCodePattern, "must be a bank's code, 3 to 8 digits and capitals")
    .describe("a code from GET /v1/banks"),
  accountNumber: z
    .string()
    .regex(/^\d{10}$/, "must be the 10-digit account number")
    .describe("10 digits"),
};

export const payoutAccountCommands = {
  add: command({
    summary: "Save a merchant's bank account, with the name on record at the bank",
    writes: true,
    flags: z.object({ ...tenantFlags, ...accountFlags }),
    run: async (context, { bankCode, accountNumber, ...flags }) => {
      const tenant = await requireTenant(context, flags);
      const account = { bankCode, accountNumber };
      const accountName = await enquireName(context.database, tenant, account);
      const { database, acting } = context;
      const payoutAccount = await savePayoutAccount(database, {
        tenant,
        ...account,
        accountName,
        acting,
        caller: undefined,
      });
      if (payoutAccount === null)
        throw new CliError("STATE_CONFLICT", `${MOST_PAYOUT_ACCOUNTS} accounts are saved: remove one first`);
      return { payoutAccount };
    },
  }),

  default: command({
    summary: "Make a saved account the default",
    writes: true,
    flags: z.object({ ...tenantFlags, ...accountFlags }),
    run: async (context, { bankCode, accountNumber, ...flags }) => {
      const tenant = await requireTenant(context, flags);
      const { database, acting } = context;
      const reference = await referenceOf(database, tenant, { bankCode, accountNumber });
      const change = { tenant, reference, isDefault: true, acting, caller: undefined };
      return { payoutAccount: await setDefaultPayoutAccount(database, change) };
    },
  }),

  list: command({
    summary: "List a merchant's saved accounts",
    writes: false,
    flags: z.object(tenantFlags),
    run: async (context, flags) => {
      const tenant = await requireTenant(context, flags);
      return { payoutAccounts: await listPayoutAccounts(context.database, tenant) };
    },
  }),
};

/** The reference of a saved account. Raises NOT_FOUND. */
async function referenceOf(database: Connection, tenant: Tenant, account: Account): Promise<string> {
  const saved = await listPayoutAccounts(database, tenant);
  const found = saved.find(
    ({ bankCode, accountNumber }) => bankCode === account.bankCode && accountNumber === account.accountNumber,
  );
  if (found === undefined)
    throw new CliError("NOT_FOUND", "this account is not saved: payout-account add saves it");
  return found.reference;
}

/** Requests the holder's name from the bank, through the queue. Raises without an answer, or if no worker runs. */
async function enquireName(database: Connection, tenant: Tenant, account: Account): Promise<string> {
  const id = await requestNameEnquiry(database, tenant, account);
  if (id === null)
    throw new CliError("VALIDATION_ERROR", "--bank-code: there is no such bank, or it is closed");
  for (const deadline = Date.now() + RESOLVED_WITHIN_MS; Date.now() < deadline; await sleep(100)) {
    const enquiry = await readNameEnquiry(database, tenant, account, id);
    if (enquiry?.status === "resolved") return enquiry.accountName;
    if (enquiry !== null)
      throw new CliError("ACCOUNT_NOT_RESOLVED", "the bank does not know this account, or is unavailable");
  }
  throw new CliError("SERVICE_UNAVAILABLE", "no worker responded within ten seconds: are workers running?");
}
