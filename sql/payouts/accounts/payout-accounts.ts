import { z } from "zod";
import type { Connection } from "../../process/database.ts";
import type { PayoutAccountJson } from "./payout-account-json.ts";
import { jsonOf, sql } from "../../process/sql-tag.ts";
import { call } from "../../process/call.ts";
import type { Tenant } from "../../merchants/tenant.ts";

const saved = z.custom<PayoutAccountJson | null>();

/** Saves an account with the name that its bank has just given; null where the merchant has as many as it may. */
export const savePayoutAccount = call("save_payout_account", saved);

/** Makes a saved account the default, or no longer the default. Null, changing nothing, if it is not saved. */
export const setDefaultPayoutAccount = call("set_default_payout_account", saved);

/** Removes a saved account and returns it as it was. Null, changing nothing, if it is not saved. */
export const removePayoutAccount = call("remove_payout_account", saved);

/** All of a merchant's saved accounts in one environment, newest first. */
export async function listPayoutAccounts(connection: Connection, { merchantId, environment }: Tenant) {
  return connection.anyFirst(sql.type(jsonOf<PayoutAccountJson>())`
    select payout_account_json(a) as json from payout_accounts a
    where a.merchant_id = ${merchantId} and a.environment = ${environment} and a.removed_at is null
    order by a.created_at desc, a.id desc`);
}
