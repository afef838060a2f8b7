import { z } from "zod";
import type { Connection } from "../../process/database.ts";
import type { PayoutAccountJson } from "./payout-account-json.ts";
import { sql } from "../../process/sql-tag.ts";
import type { Account } from "../../banks/name-enquiries.ts";
import { actingAs, type Acting } from "../../audit-log/acting.ts";
import { calledBy, type RequestedBy } from "../../keys/callers.ts";
import type { Tenant } from "../../merchants/tenant.ts";

const row = z.object({ json: z.custom<PayoutAccountJson>() });

/** Saves an account with the name that its bank has just given; null where the merchant has as many as it may. */
export async function savePayoutAccount(
  connection: Connection,
  { merchantId, environment }: Tenant,
  { bankCode, accountNumber }: Account,
  accountName: string,
  acting: Acting = {},
  by?: RequestedBy,
): Promise<PayoutAccountJson | null> {
  return connection.maybeOneFirst(sql.type(row)`
    select payout_account_json(a) as json from save_payout_account(
      ${merchantId}, ${environment}, ${bankCode}, ${accountNumber}, ${accountName}, ${actingAs(acting)}, ${calledBy(by)}
    ) a where a.id is not null`);
}

/** Makes a saved account the default, or no longer the default. Null, changing nothing, if it is not saved. */
export async function setDefaultPayoutAccount(
  connection: Connection,
  { merchantId, environment }: Tenant,
  reference: string,
  isDefault = true,
  acting: Acting = {},
  by?: RequestedBy,
): Promise<PayoutAccountJson | null> {
  return connection.maybeOneFirst(sql.type(row)`
    select payout_account_json(a) as json from set_default_payout_account(
      ${merchantId}, ${environment}, ${reference}, ${isDefault}, ${actingAs(acting)}, ${calledBy(by)}
    ) a where a.id is not null`);
}

/** Removes a saved account and returns it as it was. Null, changing nothing, if it is not saved. */
export async function removePayoutAccount(
  connection: Connection,
  { merchantId, environment }: Tenant,
  reference: string,
  acting: Acting = {},
  by?: RequestedBy,
): Promise<PayoutAccountJson | null> {
  return connection.maybeOneFirst(sql.type(row)`
    select payout_account_json(a) as json from remove_payout_account(
      ${merchantId}, ${environment}, ${reference}, ${actingAs(acting)}, ${calledBy(by)}
    ) a where a.id is not null`);
}

/** All of a merchant's saved accounts in one environment, newest first. */
export async function listPayoutAccounts(connection: Connection, { merchantId, environment }: Tenant) {
  return connection.anyFirst(sql.type(row)`
    select payout_account_json(a) as json from payout_accounts a
    where a.merchant_id = ${merchantId} and a.environment = ${environment} and a.removed_at is null
    order by a.created_at desc, a.id desc`);
}
