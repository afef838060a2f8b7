-- What a provider said of a BVN or NIN, kept for one merchant and environment so that a repeated check need not ask again.
--
-- The identifier stands nowhere in clear: a row is found by a keyed HMAC, and what it holds is encrypted. While a worker
-- asks the provider the row is 'pending', and further checks of the same identifier join that question.

create table identity_records (
  id bigint generated always as identity primary key,
  -- What the provider is asked under: the same at every attempt.
  reference text not null constraint identity_record_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint identity_record_environment_is_known check (environment in ('test', 'live')),
  type text not null constraint identity_record_type_is_known check (type in ('bvn', 'nin')),
  identifier_hash bytea not null,
  status text not null constraint identity_record_status_is_known check (
    status in ('pending', 'found', 'not_found', 'unavailable')
  ),
  encrypted_record bytea not null,
  completed_at timestamptz,
  -- In kobo, reserved while the question is open; the check that started it names the journals.
  fee_reserved bigint not null default 0 constraint identity_fee_is_not_negative check (fee_reserved >= 0),
  requested_for text not null,
  -- A merchant pays once for an identifier, however often it has to be looked up again.
  is_charged boolean not null default false,
  created_at timestamptz not null default now(),
  constraint identity_record_is_kept_once unique (merchant_id, environment, type, identifier_hash),
  constraint identity_fee_is_reserved_while_asked check (fee_reserved = 0 or status = 'pending')
);
