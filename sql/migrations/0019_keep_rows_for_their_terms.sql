-- When a row was written, in real time: retention counts from it. created_at and its like follow a merchant's test
-- clock, which may be years ahead. Rows that exist count from this migration.
alter table webhook_attempts add column inserted_at timestamptz not null default now();
alter table events add column inserted_at timestamptz not null default now();
alter table name_enquiries add column inserted_at timestamptz not null default now();
alter table identity_checks add column inserted_at timestamptz not null default now();
alter table virtual_accounts add column inserted_at timestamptz not null default now();
alter table collections add column inserted_at timestamptz not null default now();
alter table sandbox_accounts add column inserted_at timestamptz not null default now();

-- When a session is looked at again, to be deleted if nothing was paid. Null: something was, and it is kept.
alter table checkout_sessions add column purge_at timestamptz default now() + interval '7 days';

-- An expired record keeps its keyed hash and whether it was paid for, and nothing about the person. stored_at is when
-- encrypted_record was last written, in real time.
alter table identity_records
  add column stored_at timestamptz not null default now(),
  alter column encrypted_record drop not null,
  drop constraint identity_record_status_is_known,
  add constraint identity_record_status_is_known check (
    status in ('pending', 'found', 'not_found', 'unavailable', 'expired')
  ),
  add constraint expired_identity_record_is_empty check ((status = 'expired') = (encrypted_record is null));

-- Each purge finds its oldest rows by one of these.
create index webhook_attempts_by_insertion on webhook_attempts (inserted_at);
create index events_by_insertion on events (inserted_at);
create index name_enquiries_by_insertion on name_enquiries (inserted_at);
create index host_checks_by_request on host_checks (requested_at);
create index checkout_sessions_to_purge on checkout_sessions (purge_at) where purge_at is not null;
create index virtual_accounts_failed on virtual_accounts (inserted_at) where status = 'failed';
create index collections_failed on collections (inserted_at) where status = 'failed';
create index identity_checks_named on identity_checks (inserted_at) where name is not null;
create index identity_records_found on identity_records (stored_at) where status = 'found';
create index identity_records_not_found on identity_records (stored_at) where status in ('not_found', 'unavailable');
create index sandbox_accounts_by_insertion on sandbox_accounts (inserted_at);
create index sandbox_identities_by_creation on sandbox_identities (created_at);
create index sandbox_transfers_by_creation on sandbox_transfers (created_at);
