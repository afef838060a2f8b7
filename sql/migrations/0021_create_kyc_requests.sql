-- One identity check of a merchant: does this person's record carry this phone number?
--
-- The ingress inserts it as 'asked'; a worker compares the phone with the identity's record and writes the answer, with its
-- event. 'asked' and 'unavailable' are ours: the API shows checks that were answered.

create table kyc_requests (
  id bigint generated always as identity primary key,
  reference text not null constraint kyc_request_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint kyc_request_environment_is_known check (environment in ('test', 'live')),
  type text not null constraint kyc_request_type_is_known check (type in ('bvn', 'nin')),
  identity_record_id bigint not null references identity_records,
  -- The phone to compare, sealed; gone once it was.
  sealed_phone bytea,
  status text not null default 'asked' constraint kyc_request_status_is_known check (
    status in ('asked', 'succeeded', 'failed', 'unavailable')
  ),
  name text,
  -- Whether it was answered without a question of its own to the provider.
  is_cache_hit boolean not null,
  created_at timestamptz not null default now(),
  constraint open_kyc_request_has_a_phone check ((status = 'asked') = (sealed_phone is not null))
);

create index kyc_requests_by_merchant on kyc_requests (merchant_id, environment, created_at desc, id desc);
create index kyc_requests_to_answer on kyc_requests (identity_record_id, id) where status = 'asked';
