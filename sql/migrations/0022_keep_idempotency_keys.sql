-- What requests with an Idempotency-Key created, so that a repeated one gets the same resource. Payouts keep their keys
-- themselves, for ever.
--
-- claim_idempotency_key() adds a row in the transaction that creates the resource. A row counts for 30 days, and goes
-- when its resource could not be provisioned.
create table idempotency_keys (
  merchant_id bigint not null references merchants,
  environment text not null constraint idempotency_key_environment_is_known check (environment in ('test', 'live')),
  -- Method and path as declared: 'POST /v1/virtual-accounts'.
  route text not null,
  key text not null constraint idempotency_key_is_short check (length(key) between 1 and 255),
  -- A keyed hash of the canonical body, since a body may hold a BVN.
  body_hash bytea not null,
  -- What the route knows its resource by: a row id, a reference or a slug. Null until the transaction has created it.
  resource text,
  created_at timestamptz not null default now(),
  constraint idempotency_key_is_used_once primary key (merchant_id, environment, route, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);
create index idempotency_keys_by_resource on idempotency_keys (route, resource);
