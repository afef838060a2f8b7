import { z } from "zod";
import type { Tenant } from "../merchants/tenant.ts";
import { call } from "../process/call.ts";
import type { Connection } from "../process/database.ts";
import type { MasterKeys } from "../process/encryption/encryption.ts";
import { pageOf, type Page, type PageRequest } from "../process/pages.ts";
import type { BalanceTransactionJson } from "./balance-transaction-json.ts";
import { fromReference, toReference } from "./balance-transaction-reference.ts";

type Unnamed = Omit<BalanceTransactionJson, "reference">;

const list = call("list_balance_transactions", { item: z.custom<Unnamed>() });
const show = call("show_balance_transaction", z.custom<Unnamed | null>());

/** A page of a tenant's balance transactions, the newest first. References are made with `keys`. */
export async function findBalanceTransactions(
  connection: Connection,
  keys: MasterKeys,
  tenant: Tenant,
  { limit, after, filters = {} }: PageRequest,
): Promise<Page<BalanceTransactionJson>> {
  const { kind, currency, merchantReference, createdFrom, createdTo, occurredFrom, occurredTo } = filters;
  const rows = await list(connection, {
    tenant,
    kind: kind ?? null,
    currency: currency ?? null,
    merchantReference: merchantReference ?? null,
    createdFrom: createdFrom ?? null,
    createdTo: createdTo ?? null,
    occurredFrom: occurredFrom ?? null,
    occurredTo: occurredTo ?? null,
    before: after?.id ?? null,
    limit: limit + 1,
  });
  const named = rows.map(({ accountId, journalId, createdAt, item }) => ({
    json: { reference: toReference(keys, { accountId, journalId }), ...item },
    created_at: createdAt,
    id: journalId,
  }));
  return pageOf(named, limit);
}

/** A tenant's balance transaction; null if it has none of that reference. */
export async function findBalanceTransaction(
  connection: Connection,
  keys: MasterKeys,
  tenant: Tenant,
  reference: string,
): Promise<BalanceTransactionJson | null> {
  for (const id of fromReference(keys, reference)) {
    const found = await show(connection, { tenant, ...id });
    if (found !== null) return { reference, ...found };
  }
  return null;
}
