import { z } from "zod";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";
import type { Account } from "./name-enquiries.ts";
import { noteOf, type OperatorNote } from "./operator-actions.ts";
import type { Tenant } from "./tenant.ts";

const payoutAccount = z.object({
  reference: z.string(),
  bankCode: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  isDefault: z.boolean(),
});
export type PayoutAccount = z.output<typeof payoutAccount>;

const columns = sql.fragment`
  reference, bank_code as "bankCode", account_number as "accountNumber", account_name as "accountName",
  is_default as "isDefault"`;

/** Saves an account with the name that its bank has just given. An account saved before gets the new name. */
export async function savePayoutAccount(
  connection: Connection,
  { merchantId, environment }: Tenant,
  { bankCode, accountNumber }: Account,
  accountName: string,
  note: OperatorNote = {},
): Promise<PayoutAccount> {
  return connection.one(sql.type(payoutAccount)`
    select ${columns} from save_payout_account(
      ${merchantId}, ${environment}, ${bankCode}, ${accountNumber}, ${accountName}, ${noteOf(note)}
    )`);
}

/** Makes a saved account the default. Null, changing nothing, if it is not saved. */
export async function setDefaultPayoutAccount(
  connection: Connection,
  { merchantId, environment }: Tenant,
  { bankCode, accountNumber }: Account,
  note: OperatorNote = {},
): Promise<PayoutAccount | null> {
  return connection.maybeOne(sql.type(payoutAccount)`
    select ${columns} from set_default_payout_account(
      ${merchantId}, ${environment}, ${bankCode}, ${accountNumber}, ${noteOf(note)}
    ) where id is not null`);
}

/** A merchant's saved accounts in one environment, newest first. */
export async function listPayoutAccounts(
  connection: Connection,
  { merchantId, environment }: Tenant,
): Promise<readonly PayoutAccount[]> {
  return connection.any(sql.type(payoutAccount)`
    select ${columns} from payout_accounts
    where merchant_id = ${merchantId} and environment = ${environment} order by created_at desc, id desc`);
}
