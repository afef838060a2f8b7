-- One identity check of a merchant: does this person's record carry this phone number?
--
-- The ingress inserts it as 'pending'; a worker compares the phone with the identity's record and writes the answer, with its
-- event. 'pending' and 'unavailable' are ours: the API shows checks that were answered.

create table identity_checks (
  id bigint generated always as identity primary key,
  reference text not null constraint identity_check_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint identity_check_environment_is_known check (environment in ('test', 'live')),
  type text not null constraint identity_check_type_is_known check (type in ('bvn', 'nin')),
  identity_record_id bigint not null references identity_records,
  -- The phone to compare, encrypted; gone once it was.
  encrypted_phone bytea,
  status text not null default 'pending' constraint identity_check_status_is_known check (
    status in ('pending', 'succeeded', 'failed', 'unavailable')
  ),
  name text,
  -- Whether it was answered without a question of its own to the provider.
  is_cache_hit boolean not null,
  created_at timestamptz not null default now(),
  constraint open_identity_check_has_a_phone check ((status = 'pending') = (encrypted_phone is not null))
);

create index identity_checks_by_merchant on identity_checks (merchant_id, environment, created_at desc, id desc);
create index identity_checks_to_answer on identity_checks (identity_record_id, id) where status = 'pending';
