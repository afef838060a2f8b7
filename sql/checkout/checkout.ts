import { z } from "zod";
import { environments } from "../ledger/money.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { presentTraceId } from "../process/tracing/trace.ts";

const status = z.enum(["active", "paid", "disabled", "unavailable"]);

const link = z.object({
  slug: z.string(),
  status,
  title: z.string(),
  merchant_name: z.string(),
  amount_type: z.enum(["fixed", "open"]),
  amount: z.bigint().nullable(),
  min_amount: z.bigint().nullable(),
  max_amount: z.bigint().nullable(),
  currency: z.string(),
  environment: z.enum(environments),
  is_email_known: z.boolean(),
  origins: z.array(z.string()),
});

/** The public data of a payment link, for anyone who knows its slug, and the origins that may embed its checkout. */
export async function findCheckoutLink(connection: Connection, slug: string) {
  return connection.maybeOne(sql.type(link)`
    select l.slug, checkout_link_status(l) as status, l.title, m.name as merchant_name, l.amount_type, l.amount,
      l.min_amount, l.max_amount, l.currency, l.environment, l.customer_email is not null as is_email_known,
      array(select o.origin from merchant_origins o where o.merchant_id = l.merchant_id order by o.origin) as origins
    from payment_links l join merchants m on m.id = l.merchant_id
    where l.slug = ${slug}`);
}

/**
 * A payment link's status, and whether pages of `origin` may embed its checkout (false for null). Null if there is no
 * link of that slug.
 */
export async function findCheckoutStatus(connection: Connection, slug: string, origin: string | null) {
  return connection.maybeOne(sql.type(z.object({ status, may_embed: z.boolean() }))`
    select checkout_link_status(l) as status, exists (
      select from merchant_origins o where o.merchant_id = l.merchant_id and o.origin = ${origin}
    ) as may_embed
    from payment_links l where l.slug = ${slug}`);
}

const start = z.object({
  outcome: z.enum([
    "started",
    "not_found",
    "not_open",
    "email_needed",
    "amount_needed",
    "amount_out_of_range",
    "network_full",
    "link_full",
    "merchant_full",
  ]),
  virtual_account_id: z.bigint().nullable(),
  min_amount: z.bigint().nullable(),
  max_amount: z.bigint().nullable(),
});

export type NewCheckoutSession = {
  slug: string;
  /** SHA-256 of the token that the payer's browser made. */
  tokenHash: Buffer;
  email: string | null;
  /** In kobo; for an open link. */
  amount: bigint | null;
  /** Keyed hashes of the payer's network and, for IPv6, of the wider one around it; none: it is not counted. */
  networks?: readonly Buffer[];
};

/** Starts a payer's session. If it started, `virtual_account_id` is what to wait for. Amounts are in kobo. */
export async function startCheckoutSession(
  connection: Connection,
  { slug, tokenHash, email, amount, networks = [] }: NewCheckoutSession,
) {
  return connection.one(sql.type(start)`
    select outcome, virtual_account_id, min_amount, max_amount
    from start_checkout_session(
      ${slug}, ${sql.binary(tokenHash)}, ${email}, ${amount}, ${sql.array(networks, "bytea")},
      ${presentTraceId()}
    )`);
}

const session = z.object({ virtual_account_id: z.bigint(), json: z.unknown() });

/** A payer's session as the payer would see it; null if the token does not belong to this link. */
export async function findCheckoutSession(connection: Connection, slug: string, tokenHash: Buffer) {
  return connection.maybeOne(sql.type(session)`
    select v.id as virtual_account_id, checkout_session_json(s, v) as json
    from checkout_sessions s
    join payment_links l on l.id = s.payment_link_id
    join virtual_accounts v on v.id = s.virtual_account_id
    where s.token_hash = ${sql.binary(tokenHash)} and l.slug = ${slug}`);
}

/** As findCheckoutSession, and from now on the account counts as shown to its payer. */
export async function showCheckoutSession(connection: Connection, slug: string, tokenHash: Buffer) {
  return connection.maybeOne(sql.type(session)`
    select shown.virtual_account_id, shown.session as json
    from checkout_sessions s
    join payment_links l on l.id = s.payment_link_id
    cross join show_checkout_sessions(array[s.virtual_account_id]) shown
    where s.token_hash = ${sql.binary(tokenHash)} and l.slug = ${slug}`);
}

/** The sessions of these accounts for their pages, in one query for all open streams. */
export async function showCheckoutSessions(connection: Connection, virtualAccountIds: bigint[]) {
  return connection.any(sql.type(session)`
    select virtual_account_id, session as json
    from show_checkout_sessions(${sql.array(virtualAccountIds, "int8")})`);
}

const transfer = z.object({
  outcome: z.enum(["simulated", "not_found", "already_settled", "nothing_due", "expired", "too_many"]),
  virtual_account_id: z.bigint().nullable(),
});

/** Pays a test session as its payer would; `virtual_account_id` changes when the payment is booked. */
export async function simulateCheckoutTransfer(connection: Connection, slug: string, tokenHash: Buffer) {
  return connection.one(sql.type(transfer)`
    select outcome, virtual_account_id
    from simulate_checkout_transfer(${slug}, ${sql.binary(tokenHash)}, ${presentTraceId()})`);
}
