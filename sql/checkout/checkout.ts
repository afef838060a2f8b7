import { z } from "zod";
import { environments } from "../ledger/money.ts";
import type { Connection } from "../process/database.ts";
import { call } from "../process/call.ts";
import { sql } from "../process/sql-tag.ts";

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

/**
 * Starts a payer's session, which is found by the SHA-256 of the token that the payer's browser made. If it started,
 * `virtualAccountId` is what to wait for. `amount`: for an open link. `networks`: keyed hashes of the payer's network
 * and, for IPv6, of the wider one around it; none: not counted. `liveLeast`: the least that a live open link accepts,
 * whatever its own limits. Amounts are in kobo.
 */
export const startCheckoutSession = call("start_checkout_session", {
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
  virtualAccountId: z.bigint().nullable(),
  minAmount: z.bigint().nullable(),
  maxAmount: z.bigint().nullable(),
});

const shown = z.object({ virtualAccountId: z.bigint(), session: z.unknown() });

/** A payer's session as the payer would see it; null if the token does not belong to this link. */
export async function findCheckoutSession(connection: Connection, slug: string, tokenHash: Buffer) {
  return connection.maybeOne(sql.type(shown)`
    select v.id as "virtualAccountId", checkout_session_json(s, v) as session
    from checkout_sessions s
    join payment_links l on l.id = s.payment_link_id
    join virtual_accounts v on v.id = s.virtual_account_id
    where s.token_hash = ${sql.binary(tokenHash)} and l.slug = ${slug}`);
}

/** As findCheckoutSession; from now on the account counts as shown to its payer. */
export async function showCheckoutSession(connection: Connection, slug: string, tokenHash: Buffer) {
  return connection.maybeOne(sql.type(shown)`
    select shown.virtual_account_id as "virtualAccountId", shown.session
    from checkout_sessions s
    join payment_links l on l.id = s.payment_link_id
    cross join show_checkout_sessions(array[s.virtual_account_id]) shown
    where s.token_hash = ${sql.binary(tokenHash)} and l.slug = ${slug}`);
}

/** The sessions of these accounts for their pages, in one query for all open streams. */
export const showCheckoutSessions = call("show_checkout_sessions");

/** Pays a test session as its payer would; `virtualAccountId` changes when the payment is booked. */
export const simulateCheckoutTransfer = call("simulate_checkout_transfer", {
  outcome: z.enum(["simulated", "not_found", "already_settled", "nothing_due", "expired", "too_many"]),
  virtualAccountId: z.bigint().nullable(),
});
