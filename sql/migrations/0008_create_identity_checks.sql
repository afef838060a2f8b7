-- What a provider returned for a BVN or NIN, stored per merchant and environment so that a repeated check is free of
-- a call.
--
-- The identifier is never stored in clear: a row is found by a keyed HMAC, and its content is encrypted. While a
-- worker calls the provider the row is 'pending', and further checks of the same identifier wait for the same call.

create table identity_records (
  id bigint generated always as identity primary key,
  -- Our reference at the provider: the same at every attempt.
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
  -- In kobo, reserved while the call is pending; requested_for is the check that started it and names the journals.
  fee_reserved bigint not null default 0 constraint identity_fee_is_not_negative check (fee_reserved >= 0),
  requested_for text not null,
  -- A merchant pays once for an identifier, however often it has to be looked up again.
  is_charged boolean not null default false,
  created_at timestamptz not null default now(),
  constraint identity_record_is_kept_once unique (merchant_id, environment, type, identifier_hash),
  constraint identity_fee_is_reserved_while_pending check (fee_reserved = 0 or status = 'pending')
);

-- One identity check of a merchant: does this person's record have this phone number?
--
-- The ingress inserts it as 'pending'; a worker compares the phone with the identity's record and stores the result
-- with its event. The API never shows 'pending' and 'unavailable' checks.
create table identity_checks (
  id bigint generated always as identity primary key,
  reference text not null constraint identity_check_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint identity_check_environment_is_known check (environment in ('test', 'live')),
  type text not null constraint identity_check_type_is_known check (type in ('bvn', 'nin')),
  identity_record_id bigint not null references identity_records,
  -- The phone to compare, encrypted; deleted afterwards.
  encrypted_phone bytea,
  status text not null default 'pending' constraint identity_check_status_is_known check (
    status in ('pending', 'succeeded', 'failed', 'unavailable')
  ),
  name text,
  -- Whether it was completed without a provider call of its own.
  is_cache_hit boolean not null,
  created_at timestamptz not null default now(),
  constraint open_identity_check_has_a_phone check ((status = 'pending') = (encrypted_phone is not null))
);

create index identity_checks_by_merchant on identity_checks (merchant_id, environment, created_at desc, id desc);
create index identity_checks_to_complete on identity_checks (identity_record_id, id) where status = 'pending';
create index identity_checks_by_status on identity_checks (merchant_id, environment, status, created_at desc, id desc);
