import { z } from "zod";
import type { VirtualAccountJson } from "./virtual-account-json.ts";
import { environments } from "../../ledger/money.ts";
import { call } from "../../process/call.ts";
import type { Connection } from "../../process/database.ts";
import { jsonOf, sql } from "../../process/sql-tag.ts";

/** Queues a request for an account that expects `amount` kobo. Returns the row's id. */
export const requestVirtualAccount = call("request_virtual_account");

/** The result of a request: null while it is being provisioned; json is null if that failed, else the public JSON. */
export async function readVirtualAccount(connection: Connection, id: bigint) {
  return connection.maybeOne(sql.type(jsonOf<VirtualAccountJson | null>())`
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
  requested_at: z.date(),
  expires_at: z.date(),
  /** The gateway that operators prefer (set_gateway_rule); null: none. */
  preferredGateways: z.array(z.string()).nullable(),
  waitedMs: z.number(),
});

/** A pending request, and its age; null if it was provisioned or failed before. */
export async function findRequestedVirtualAccount(connection: Connection, id: bigint) {
  return connection.maybeOne(sql.type(requested)`
    select v.reference, v.amount, v.currency, v.environment, m.name as merchant_name, now() as requested_at,
      v.expires_at,
      (
        select r.gateways from gateway_rule('account', v.merchant_id, null, v.amount) r where v.environment = 'live'
      ) as "preferredGateways",
      extract(epoch from now() - v.inserted_at)::float8 * 1000 as "waitedMs"
    from virtual_accounts v join merchants m on m.id = v.merchant_id
    where v.id = ${id} and v.status = 'provisioning'`);
}

export type ProvisionedAccount = {
  bankCode: string;
  bankName: string;
  accountNumber: string;
  accountName: string;
  /** The gateway's name for it, if incoming money can be polled there. */
  providerAccount?: string;
  /** It accepts only one payment. */
  isOneTime?: boolean;
  /** When it ends at the provider, if that may be sooner than requested. */
  endsAt?: Date;
};

const activate = call("activate_virtual_account");

/** Stores a requested account's bank details and opens its collection. False if done before. */
export const activateVirtualAccount = (
  connection: Connection,
  accountId: bigint,
  account: ProvisionedAccount,
  through: string | null = null,
) => activate(connection, { accountId, isOneTime: false, ...account, through });

/** Marks a requested account as failed and notifies the waiting request. */
export const failVirtualAccount = call("fail_virtual_account");

const polledAccount = z.object({
  id: z.bigint(),
  reference: z.string(),
  provisionedThrough: z.string(),
  providerAccount: z.string(),
  isOneTime: z.boolean(),
  page: z.string().nullable(),
  poll: z.int(),
});
/** An account to poll for incoming money, as one worker claimed it. */
export type PolledAccount = z.output<typeof polledAccount>;

/** Claims the poll of an account's incoming money; null if none is due. */
export async function claimAccountPoll(connection: Connection, id: bigint) {
  return connection.maybeOne(sql.type(polledAccount)`
    select id, reference, provisioned_through as "provisionedThrough", provider_account as "providerAccount",
      is_one_time as "isOneTime", poll_page as page, polls as poll
    from claim_account_poll(${id})`);
}

const finish = call("finish_account_poll", z.enum(["planned", "done", "too_long", "abandoned", "stale"]));

/** Records the provider's list of transactions; null: no answer. */
export async function finishAccountPoll(
  connection: Connection,
  { id, poll }: Pick<PolledAccount, "id" | "poll">,
  answer: { transactions: string[]; nextPage: string | undefined } | null,
) {
  return finish(connection, {
    accountId: id,
    poll,
    transactions: answer?.transactions ?? null,
    nextPage: answer?.nextPage ?? null,
  });
}
