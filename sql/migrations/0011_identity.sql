-- Identity checks, and what providers returned for them.

create table identity_records (
  id bigint generated always as identity primary key,
  reference text not null constraint identity_record_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint identity_record_environment_is_known check (environment in ('test', 'live')),
  type text not null constraint identity_record_type_is_known check (type in ('bvn', 'nin')),
  identifier_hash bytea not null,
  status text not null
    constraint identity_record_status_is_known check (
      status in ('pending', 'found', 'not_found', 'unavailable', 'expired')
    ),
  encrypted_record bytea,
  requested_for text not null,
  fee_reserved bigint not null default 0 constraint identity_fee_is_not_negative check (fee_reserved >= 0),
  vat bigint constraint identity_vat_is_not_negative check (vat >= 0),
  is_charged boolean not null default false,
  mismatched_at timestamptz[] not null default '{}'
    constraint identity_keeps_five_mismatches check (cardinality(mismatched_at) <= 5),
  matched_phone_hashes bytea[] not null default '{}'
    constraint identity_keeps_five_matches check (cardinality(matched_phone_hashes) <= 5),
  trace_id uuid,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  stored_at timestamptz not null default now(),
  constraint identity_record_is_kept_once unique (merchant_id, environment, type, identifier_hash),
  constraint identity_fee_is_reserved_while_pending check (fee_reserved = 0 or status = 'pending'),
  constraint expired_identity_record_is_empty check ((status = 'expired') = (encrypted_record is null))
);

comment on table identity_records is
  'What a provider returned for a BVN or NIN, kept per merchant and environment so that a repeated check needs no '
  'call. The identifier is never stored in clear: a keyed HMAC finds the row. While a worker calls the provider the '
  'row is pending, and further checks of the identifier wait for the same call.';
comment on column identity_records.reference is 'Our reference at the provider, the same for every attempt.';
comment on column identity_records.status is 'expired: only the keyed hash and whether it was paid for are left.';
comment on column identity_records.encrypted_record is 'Null once the record has expired.';
comment on column identity_records.requested_for is
  'The check that started the call; its reference names the journals.';
comment on column identity_records.fee_reserved is 'In kobo, while the call is pending.';
comment on column identity_records.vat is
  'The VAT in the fee that was reserved last, in kobo: owed once is_charged. Null: none.';
comment on column identity_records.is_charged is
  'A merchant pays once for an identifier, however often it is looked up again.';
comment on column identity_records.mismatched_at is
  'The last five times that a phone did not match, oldest first. After five within 24 hours the merchant''s checks '
  'of the identifier are refused: identity_limit_ends().';
comment on column identity_records.matched_phone_hashes is
  'Keyed hashes of the newest five phones that matched. Checks with one of these are answered despite too many '
  'wrong phones.';
comment on column identity_records.stored_at is 'When encrypted_record was last written, in real time.';

create index identity_records_found on identity_records (stored_at) where status = 'found';
create index identity_records_not_found on identity_records (stored_at) where status in ('not_found', 'unavailable');
create index identity_records_without_result on identity_records (stored_at)
  where status = 'expired' and not is_charged;
create index test_identity_records_expired on identity_records (stored_at)
  where environment = 'test' and status = 'expired';

create table identity_checks (
  id bigint generated always as identity primary key,
  reference text not null constraint identity_check_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint identity_check_environment_is_known check (environment in ('test', 'live')),
  type text not null constraint identity_check_type_is_known check (type in ('bvn', 'nin')),
  identity_record_id bigint not null references identity_records,
  status text not null default 'pending'
    constraint identity_check_status_is_known check (status in ('pending', 'succeeded', 'failed', 'unavailable')),
  encrypted_phone bytea,
  phone_hashes bytea[],
  name text,
  is_cache_hit boolean not null,
  remaining smallint,
  limited_until timestamptz,
  merchant_reference text,
  metadata json,
  created_at timestamptz not null default now(),
  inserted_at timestamptz not null default now(),
  constraint open_identity_check_has_a_phone check ((status = 'pending') = (encrypted_phone is not null)),
  constraint limited_identity_check_is_unavailable check (limited_until is null or status = 'unavailable')
);

comment on table identity_checks is
  'A merchant''s check whether a person''s record has a phone number. The ingress inserts it as pending; a worker '
  'compares the phone and stores the result with its event. The API never shows pending and unavailable checks.';
comment on column identity_checks.encrypted_phone is 'The phone to compare. Deleted afterwards.';
comment on column identity_checks.phone_hashes is
  'Keyed hashes of a pending check''s phone under each of the service''s keys, the current one first.';
comment on column identity_checks.is_cache_hit is 'Whether it needed no provider call of its own.';
comment on column identity_checks.remaining is 'After a wrong phone: how many more may be wrong.';
comment on column identity_checks.limited_until is
  'Set if others reached the limit while this check waited: it is unavailable, and its phone was not compared.';
comment on column identity_checks.inserted_at is 'Real time; retention counts from it.';

-- A check without a result left nothing behind: its reference is free for another.
create unique index identity_checks_by_merchant_reference
  on identity_checks (merchant_id, environment, merchant_reference)
  where merchant_reference is not null and status <> 'unavailable';
create index identity_checks_to_complete on identity_checks (identity_record_id, id) where status = 'pending';
create index identity_checks_by_status on identity_checks (merchant_id, environment, status, created_at desc, id desc);
create index identity_checks_named on identity_checks (inserted_at) where name is not null;
create index identity_checks_waiting on identity_checks (environment, created_at, id) where status = 'pending';
create index identity_checks_shown on identity_checks (merchant_id, environment, created_at desc, id desc)
  where status in ('succeeded', 'failed');
create index identity_checks_without_result on identity_checks (inserted_at) where status = 'unavailable';
-- Whether a record still has checks.
create index identity_checks_by_record on identity_checks (identity_record_id);
create index test_identity_checks_by_insertion on identity_checks (inserted_at) where environment = 'test';
create index identity_checks_by_type on identity_checks (merchant_id, environment, type, created_at desc, id desc)
  where status in ('succeeded', 'failed');
create index identity_checks_by_type_and_status
  on identity_checks (merchant_id, environment, type, status, created_at desc, id desc)
  where status in ('succeeded', 'failed');
