import type { Connection } from "../process/database.ts";
import type { anyRow } from "../process/find-one.ts";
import { jsonOf, sql } from "../process/sql-tag.ts";
import type { FoundJson, FoundKind } from "./found-json.ts";
import type { Tenant } from "../merchants/tenant.ts";

/** Who searches. */
export type Searcher = Tenant & { personId: bigint };

const ofTenant = ({ merchantId, environment }: Tenant) =>
  sql.fragment`r.merchant_id = ${merchantId} and r.environment = ${environment}`;

/** The condition that a lookup adds, on the row `r`. */
type Condition = typeof anyRow;

/**
 * By kind: a tenant's row that meets a condition, by a unique index. People and the business's own data are in both
 * environments; passkeys are found only by their person.
 */
const lookups = {
  payout: (tenant: Tenant, named: Condition) => sql.fragment`
    select json_build_object('kind', 'payout', 'reference', r.reference, 'title', r.account_name, 'status', r.status,
      'amount', money_json(r.amount, r.currency)) as json
    from payouts r where ${ofTenant(tenant)} and ${named} and r.collection_id is null`,
  payout_batch: (tenant: Tenant, named: Condition) => sql.fragment`
    select json_build_object('kind', 'payout_batch', 'reference', r.reference, 'title', coalesce(r.name, ''),
      'status', r.status) as json
    from payout_batches r where ${ofTenant(tenant)} and ${named}`,
  refund: (tenant: Tenant, named: Condition) => sql.fragment`
    select json_build_object('kind', 'refund', 'reference', r.reference, 'title', coalesce(r.account_name, ''),
      'status', r.status, 'amount', money_json(r.amount, r.currency)) as json
    from payouts r where ${ofTenant(tenant)} and ${named} and r.collection_id is not null`,
  collection: (tenant: Tenant, named: Condition) => sql.fragment`
    select json_build_object('kind', 'collection', 'reference', r.reference,
      'title', coalesce(v.customer_name, v.customer_email, r.customer_email, ''), 'status', r.status,
      'amount', money_json(r.amount, r.currency)) as json
    from collections r left join virtual_accounts v on v.id = r.virtual_account_id
    where ${ofTenant(tenant)} and ${named} and r.status not in ('provisioning', 'failed')`,
  virtual_account: (tenant: Tenant, named: Condition) => sql.fragment`
    select json_build_object('kind', 'virtual_account', 'reference', r.reference,
      'title', coalesce(r.customer_name, r.customer_email), 'status', r.status,
      'amount', money_json(r.amount, r.currency)) as json
    from virtual_accounts r
    where ${ofTenant(tenant)} and ${named} and r.status in ('active', 'closed', 'expired')`,
  payment_link: (tenant: Tenant, named: Condition) => sql.fragment`
    select json_strip_nulls(json_build_object('kind', 'payment_link', 'reference', r.slug, 'title', r.title,
      'status', r.status, 'amount', case when r.amount is not null then money_json(r.amount, r.currency) end)) as json
    from payment_links r where ${ofTenant(tenant)} and ${named}`,
  event: (tenant: Tenant, named: Condition) => sql.fragment`
    select json_build_object('kind', 'event', 'reference', r.reference, 'title', r.type,
      'status', delivery_json(r) ->> 'status') as json
    from events r where ${ofTenant(tenant)} and ${named}`,
  identity_check: (tenant: Tenant, named: Condition) => sql.fragment`
    select json_build_object('kind', 'identity_check', 'reference', r.reference,
      'title', coalesce(r.name, upper(r.type)), 'status', r.status) as json
    from shown_identity_checks r where ${ofTenant(tenant)} and ${named}`,
  payout_account: (tenant: Tenant, named: Condition) => sql.fragment`
    select json_build_object('kind', 'payout_account', 'reference', r.reference, 'title', r.account_name,
      'status', case when r.is_default then 'default' else 'saved' end) as json
    from payout_accounts r where ${ofTenant(tenant)} and ${named} and r.removed_at is null`,
  payment: (tenant: Tenant, named: Condition) => sql.fragment`
    select json_strip_nulls(json_build_object('kind', 'payment', 'reference', r.reference, 'title',
      coalesce(r.payer ->> 'accountName', r.payer ->> 'name', r.payer ->> 'senderName', ''), 'status', r.status,
      'amount', money_json(r.amount, r.currency),
      'collection', case when r.unmatched_reason is null then c.reference end)) as json
    from credits r join collections c on c.id = r.collection_id
    where ${ofTenant(tenant)} and ${named}`,
  key: (tenant: Tenant, named: Condition) => sql.fragment`
    select json_build_object('kind', 'key', 'reference', r.reference, 'title', api_key_name(r),
      'status', api_key_json(r) ->> 'status') as json
    from api_keys r where ${ofTenant(tenant)} and ${named}`,
  business: ({ merchantId }: Tenant, named: Condition) => sql.fragment`
    select json_build_object('kind', 'business', 'reference', r.reference, 'title', r.name, 'status', r.kyb_status)
      as json
    from merchants r where r.id = ${merchantId} and ${named}`,
  person: ({ merchantId }: Tenant, named: Condition) => sql.fragment`
    select json_build_object('kind', 'person', 'reference', r.reference, 'title', r.name, 'status', m.role) as json
    from people r join memberships m on m.person_id = r.id
    where m.merchant_id = ${merchantId} and ${named}`,
  invitation: ({ merchantId }: Tenant, named: Condition) => sql.fragment`
    select json_build_object('kind', 'invitation', 'reference', r.reference, 'title', r.email, 'status', r.role)
      as json
    from invitations r
    where r.merchant_id = ${merchantId} and ${named} and r.ended_at is null
      and r.expires_at > now()`,
  document: ({ merchantId }: Tenant, named: Condition) => sql.fragment`
    select json_build_object('kind', 'document', 'reference', r.reference, 'title', replace(r.kind, '_', ' '),
      'status', 'stored') as json
    from verification_documents r where r.merchant_id = ${merchantId} and ${named}`,
  passkey: ({ personId }: Searcher, named: Condition) => sql.fragment`
    select json_build_object('kind', 'passkey', 'reference', r.reference, 'title', r.name, 'status', 'active') as json
    from passkeys r where r.person_id = ${personId} and ${named}`,
} satisfies Partial<Record<FoundKind, unknown>>;

/** The row with exactly this reference, or slug, if this person may see it; null if there is none. */
export async function findByName(
  connection: Connection,
  searcher: Searcher,
  kind: keyof typeof lookups,
  name: string,
): Promise<FoundJson | null> {
  const named = sql.fragment`r.${sql.identifier([kind === "payment_link" ? "slug" : "reference"])} = ${name}`;
  return connection.maybeOneFirst(sql.type(jsonOf<FoundJson>())`${lookups[kind](searcher, named)}`);
}

/** What merchants give a merchantReference. */
const ownKinds = [
  "payout",
  "collection",
  "virtual_account",
  "payment_link",
  "identity_check",
  "payout_account",
] as const;

/** A tenant's rows with exactly this merchantReference: at most one of each kind. */
export async function findByMerchantReference(connection: Connection, tenant: Tenant, own: string) {
  const named = sql.fragment`r.merchant_reference = ${own}`;
  const rows = ownKinds.map((kind) => lookups[kind](tenant, named));
  return connection.anyFirst(sql.type(jsonOf<FoundJson>())`${sql.join(rows, sql.fragment` union all `)}`);
}

/** A tenant's virtual accounts that have, or had, an account number: the newest five. */
export async function findByAccountNumber(connection: Connection, tenant: Tenant, accountNumber: string) {
  return connection.anyFirst(sql.type(jsonOf<FoundJson>())`
    select json_build_object('kind', 'virtual_account', 'reference', r.reference,
      'title', coalesce(r.customer_name, r.customer_email), 'status', r.status,
      'amount', money_json(r.amount, r.currency)) as json
    from virtual_accounts r
    where ${ofTenant(tenant)} and r.account_number = ${accountNumber} and r.status in ('active', 'closed', 'expired')
    order by r.id desc limit 5`);
}
