import { z } from "zod";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";
import type { Account } from "./name-enquiries.ts";
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
): Promise<PayoutAccount> {
  return connection.one(sql.type(payoutAccount)`
    insert into payout_accounts (
      reference, merchant_id, environment, bank_code, account_number, account_name, created_at
    )
    values (
      new_reference('pac'), ${merchantId}, ${environment}, ${bankCode}, ${accountNumber}, ${accountName},
      business_now(${merchantId}, ${environment})
    )
    on conflict on constraint payout_account_is_saved_once do update set account_name = excluded.account_name
    returning ${columns}`);
}

/** Makes a saved account the default. Null, changing nothing, if it is not saved. */
export async function setDefaultPayoutAccount(
  connection: Connection,
  { merchantId, environment }: Tenant,
  { bankCode, accountNumber }: Account,
): Promise<PayoutAccount | null> {
  return connection.transaction(async (transaction) => {
    const chosen = await transaction.maybeOneFirst(sql.type(z.object({ id: z.bigint() }))`
      select id from payout_accounts
      where merchant_id = ${merchantId} and environment = ${environment}
        and bank_code = ${bankCode} and account_number = ${accountNumber}`);
    if (chosen === null) return null;
    await transaction.query(sql.type(z.object({}))`
      update payout_accounts set is_default = false
      where merchant_id = ${merchantId} and environment = ${environment} and is_default`);
    return transaction.one(sql.type(payoutAccount)`
      update payout_accounts set is_default = true where id = ${chosen} returning ${columns}`);
  });
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
