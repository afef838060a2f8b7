-- Turns a database that version 0.1 migrated (its 31 migrations and old names) into what sql/migrations now makes from
-- nothing. migrate() runs it once, in one transaction with the functions; test/sql/adopt.test.ts compares the result
-- with sql/schema.sql. No processes of version 0.1 may be running: they know the old names only.

-- Functions and views come again from sql/functions; dropping a function drops its triggers.
drop view if exists ledger_drift, open_suspense, ledger_balances, jobs_under_way;
do $$
begin
  execute (
    select format('drop function %s cascade', string_agg(p.oid::regprocedure::text, ', '))
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and exists (select from applied_files f where f.name = 'functions/' || p.proname || '.sql')
  );
end
$$;

-- Name enquiries.
alter table name_enquiries rename column asked_at to requested_at;
alter table name_enquiries rename column answered_at to completed_at;
drop index name_enquiries_in_flight;
alter table name_enquiries
  drop constraint name_enquiry_status_is_known,
  drop constraint answered_name_enquiry_has_a_time,
  alter column status set default 'pending';
update name_enquiries set status = 'pending' where status = 'asked';
alter table name_enquiries
  add constraint name_enquiry_status_is_known check (status in ('pending', 'resolved', 'not_found', 'unavailable')),
  add constraint completed_name_enquiry_has_a_time check ((status = 'pending') = (completed_at is null));
create unique index name_enquiries_in_flight
  on name_enquiries (merchant_id, environment, bank_code, account_number) where status = 'pending';

-- Virtual accounts and collections.
drop index virtual_accounts_being_minted;
alter table virtual_accounts
  drop constraint virtual_account_status_is_known,
  drop constraint minted_virtual_account_has_its_numbers,
  alter column status set default 'provisioning';
update virtual_accounts set status = 'provisioning' where status = 'minting';
alter table virtual_accounts
  add constraint virtual_account_status_is_known
    check (status in ('provisioning', 'failed', 'active', 'closed', 'expired')),
  add constraint provisioned_virtual_account_has_its_numbers check (
    status in ('provisioning', 'failed')
    or (bank_code is not null and bank_name is not null and account_number is not null and account_name is not null)
  );
create index virtual_accounts_being_provisioned on virtual_accounts (created_at) where status = 'provisioning';

drop index collections_being_minted;
alter table collections
  drop constraint collection_status_is_known,
  drop constraint minted_crypto_collection_has_an_address;
update collections set status = 'provisioning' where status = 'minting';
alter table collections
  add constraint collection_status_is_known check (
    status in ('provisioning', 'awaiting_payment', 'confirming', 'underpaid', 'succeeded', 'expired', 'failed')
  ),
  add constraint provisioned_crypto_collection_has_an_address check (
    virtual_account_id is not null or address is not null or status in ('provisioning', 'failed')
  );
create index collections_being_provisioned on collections (created_at) where status = 'provisioning';

-- Identity records and checks.
alter table identity_records rename column sealed to encrypted_record;
alter table identity_records rename column answered_at to completed_at;
alter table identity_records rename column asked_for to requested_for;
alter table identity_records
  drop constraint identity_record_status_is_known,
  drop constraint identity_fee_is_reserved_while_asked;
update identity_records set status = 'pending' where status = 'asked';
alter table identity_records
  add constraint identity_record_status_is_known check (status in ('pending', 'found', 'not_found', 'unavailable')),
  add constraint identity_fee_is_reserved_while_pending check (fee_reserved = 0 or status = 'pending');

alter table kyc_requests rename to identity_checks;
alter table identity_checks rename column sealed_phone to encrypted_phone;
alter sequence kyc_requests_id_seq rename to identity_checks_id_seq;
alter table identity_checks rename constraint kyc_requests_pkey to identity_checks_pkey;
alter table identity_checks rename constraint kyc_requests_merchant_id_fkey to identity_checks_merchant_id_fkey;
alter table identity_checks
  rename constraint kyc_requests_identity_record_id_fkey to identity_checks_identity_record_id_fkey;
alter table identity_checks rename constraint kyc_request_reference_is_unique to identity_check_reference_is_unique;
alter table identity_checks rename constraint kyc_request_environment_is_known to identity_check_environment_is_known;
alter table identity_checks rename constraint kyc_request_type_is_known to identity_check_type_is_known;
alter index kyc_requests_by_merchant rename to identity_checks_by_merchant;
alter index kyc_requests_by_status rename to identity_checks_by_status;
drop index kyc_requests_to_answer;
alter table identity_checks
  drop constraint kyc_request_status_is_known,
  drop constraint open_kyc_request_has_a_phone,
  alter column status set default 'pending';
update identity_checks set status = 'pending' where status = 'asked';
alter table identity_checks
  add constraint identity_check_status_is_known check (status in ('pending', 'succeeded', 'failed', 'unavailable')),
  add constraint open_identity_check_has_a_phone check ((status = 'pending') = (encrypted_phone is not null));
create index identity_checks_to_complete on identity_checks (identity_record_id, id) where status = 'pending';

alter table sandbox_identities rename column sealed_phone to encrypted_phone;

-- Host checks and worker processes.
alter table host_checks rename column asked_at to requested_at;
drop index host_checks_to_answer;
alter table host_checks
  drop constraint host_check_status_is_known,
  alter column status set default 'pending';
update host_checks set status = 'pending' where status = 'asked';
alter table host_checks
  add constraint host_check_status_is_known check (status in ('pending', 'allowed', 'refused', 'unresolved'));
create index host_checks_to_complete on host_checks (requested_at) where status = 'pending';

alter table worker_processes rename column beaten_at to heartbeat_at;
