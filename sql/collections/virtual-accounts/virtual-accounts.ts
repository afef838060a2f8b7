import { z } from "zod";
import type { VirtualAccountJson } from "./virtual-account-json.ts";
import { environments } from "../../ledger/money.ts";
import type { Connection } from "../../process/database.ts";
import { sql } from "../../process/sql-tag.ts";
import type { Tenant } from "../../merchants/tenant.ts";
import { presentTraceId } from "../../process/tracing/trace.ts";

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
      ${merchantId}, ${environment}, ${customerEmail}, ${amount}, ${expiresInMinutes},
      p_trace_id => ${presentTraceId()}
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
  amount: z.bigint(),
  currency: z.string(),
  environment: z.enum(environments),
  merchant_name: z.string(),
  /** The database's time now. */
  asked_at: z.date(),
  expires_at: z.date(),
  /** Where operators want it to be opened (set_gateway_rule); null: nowhere in particular. */
  preferredGateways: z.array(z.string()).nullable(),
  waited_ms: z.number(),
});

/** What to provision, and since how long; null if it was provisioned or failed before. */
export async function findRequestedVirtualAccount(connection: Connection, id: bigint) {
  return connection.maybeOne(sql.type(requested)`
    select v.reference, v.amount, v.currency, v.environment, m.name as merchant_name, now() as asked_at, v.expires_at,
      (
        select r.gateways from gateway_rule('account', v.merchant_id, null, v.amount) r where v.environment = 'live'
      ) as "preferredGateways",
      extract(epoch from now() - v.inserted_at)::float8 * 1000 as waited_ms
    from virtual_accounts v join merchants m on m.id = v.merchant_id
    where v.id = ${id} and v.status = 'provisioning'`);
}

export type ProvisionedAccount = {
  bankCode: string;
  bankName: string;
  accountNumber: string;
  accountName: string;
  /** What the gateway calls it, where it can be asked what came in to it. */
  providerAccount?: string;
  /** It takes one payment, and no other later. */
  isOneTime?: boolean;
  /** When it ends at the provider, where that may be sooner than it was asked to. */
  endsAt?: Date;
};

const activatedRow = z.object({ activated: z.boolean() });

/**
 * Stores a requested account's bank details, opens its collection and notifies the request. False if done before.
 * `through`: the live gateway that it is at; null for the sandbox.
 * Raises account_number_in_use (see sql/process/errors.ts) if another active account has the number.
 */
export async function activateVirtualAccount(
  connection: Connection,
  id: bigint,
  account: ProvisionedAccount,
  through: string | null = null,
): Promise<boolean> {
  const { endsAt, isOneTime = false, providerAccount = null } = account;
  return connection.oneFirst(sql.type(activatedRow)`
    select activate_virtual_account(
      ${id}, ${account.bankCode}, ${account.bankName}, ${account.accountNumber}, ${account.accountName},
      ${through}, ${providerAccount}, ${isOneTime}, ${endsAt === undefined ? null : sql.timestamp(endsAt)}
    ) as activated`);
}

const failedRow = z.object({ failed: z.boolean() });

/** Marks a requested account as failed and notifies the waiting request. */
export async function failVirtualAccount(connection: Connection, id: bigint): Promise<void> {
  await connection.query(sql.type(failedRow)`select fail_virtual_account(${id}) as failed`);
}

const askedAccount = z.object({
  id: z.bigint(),
  reference: z.string(),
  provisionedThrough: z.string(),
  providerAccount: z.string(),
  isOneTime: z.boolean(),
  page: z.string().nullable(),
  ask: z.int(),
});
/** An account whose provider is to be asked what came in to it, as one worker claimed it. */
export type AskedAccount = z.output<typeof askedAccount>;

/** Claims the question what came in to an account; null if there is nothing to ask, or not yet. */
export async function claimAccountQuestion(connection: Connection, id: bigint): Promise<AskedAccount | null> {
  return connection.maybeOne(sql.type(askedAccount)`
    select id, reference, provisioned_through as "provisionedThrough", provider_account as "providerAccount",
      is_one_time as "isOneTime", ask_page as page, asks as ask
    from claim_account_question(${id})`);
}

const planned = z.object({ outcome: z.enum(["planned", "done", "too_long", "given_up", "stale"]) });

/** Records which transactions the provider named; null: it gave no answer. See SQL's finish_account_question(). */
export async function finishAccountQuestion(
  connection: Connection,
  { id, ask }: Pick<AskedAccount, "id" | "ask">,
  named: { transactions: string[]; nextPage: string | undefined } | null,
): Promise<z.output<typeof planned>["outcome"]> {
  return connection.oneFirst(sql.type(planned)`
    select finish_account_question(
      ${id}, ${ask}, ${named === null ? null : sql.array(named.transactions, "text")}, ${named?.nextPage ?? null}
    ) as outcome`);
}
