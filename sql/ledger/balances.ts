import { z } from "zod";
import { balanceJson } from "../ledger/balance-json.ts";
import { call } from "../process/call.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import type { Tenant } from "../merchants/tenant.ts";

/** A merchant's balances in one environment, a row for each currency. */
export async function findBalances(connection: Connection, { merchantId, environment }: Tenant) {
  return connection.any(sql.type(balanceJson)`
    select a.currency, money_json(a.balance, a.currency) as available, money_json(r.balance, r.currency) as reserved
    from ledger_accounts a
    join ledger_accounts r using (merchant_id, environment, currency)
    where a.merchant_id = ${merchantId} and a.environment = ${environment}
      and a.kind = 'available' and r.kind = 'reserved'
    order by a.currency`);
}

/** A merchant's balances as they were before a moment, by its clock; null if that is still to come. */
export const findBalancesAt = call("balances_at", z.array(balanceJson).nullable());
