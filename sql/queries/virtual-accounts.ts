import { z } from "zod";
import type { VirtualAccountJson } from "../collections/virtual-account-json.ts";
import { environments } from "../ledger/money.ts";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";
import type { Tenant } from "./tenant.ts";

export type NewVirtualAccount = { customerEmail: string; amount: bigint; expiresInMinutes: number };

const idRow = z.object({ id: z.bigint() });

/** Queues a request for an account that expects `amount` kobo. Returns the row's id. */
export async function requestVirtualAccount(
  connection: Connection,
  { merchantId, environment }: Tenant,
  { customerEmail, amount, expiresInMinutes }: NewVirtualAccount,
): Promise<bigint> {
  return connection.oneFirst(sql.type(idRow)`
    select request_virtual_account(
      ${merchantId}, ${environment}, ${customerEmail}, ${amount}, ${expiresInMinutes}
    ) as id`);
}

const provisioned = z.object({ json: z.custom<VirtualAccountJson | null>() });

/** The result of a request: null while it is being provisioned; json is null if that failed, else the public JSON. */
export async function readVirtualAccount(
  connection: Connection,
  id: bigint,
): Promise<z.output<typeof provisioned> | null> {
  return connection.maybeOne(sql.type(provisioned)`
    select case when status <> 'failed' then virtual_account_json(v) end as json
    from virtual_accounts v where id = ${id} and status <> 'provisioning'`);
}

const requested = z.object({
  reference: z.string(),
  environment: z.enum(environments),
  merchant_name: z.string(),
  expires_at: z.date(),
  waited_ms: z.number(),
});

/** What to provision, and since how long; null if it was provisioned or failed before. */
export async function findRequestedVirtualAccount(connection: Connection, id: bigint) {
  return connection.maybeOne(sql.type(requested)`
    select v.reference, v.environment, m.name as merchant_name, v.expires_at,
      extract(epoch from now() - v.inserted_at)::float8 * 1000 as waited_ms
    from virtual_accounts v join merchants m on m.id = v.merchant_id
    where v.id = ${id} and v.status = 'provisioning'`);
}

export type ProvisionedAccount = {
  bankCode: string;
  bankName: string;
  accountNumber: string;
  accountName: string;
};

const activatedRow = z.object({ activated: z.boolean() });

/**
 * Stores a requested account's bank details, opens its collection and notifies the request. False if done before.
 * Raises account_number_in_use (see sql/errors.ts) if another active account has the number.
 */
export async function activateVirtualAccount(
  connection: Connection,
  id: bigint,
  account: ProvisionedAccount,
): Promise<boolean> {
  return connection.oneFirst(sql.type(activatedRow)`
    select activate_virtual_account(
      ${id}, ${account.bankCode}, ${account.bankName}, ${account.accountNumber}, ${account.accountName}
    ) as activated`);
}

const failedRow = z.object({ failed: z.boolean() });

/** Marks a requested account as failed and notifies the waiting request. */
export async function failVirtualAccount(connection: Connection, id: bigint): Promise<void> {
  await connection.query(sql.type(failedRow)`select fail_virtual_account(${id}) as failed`);
}
