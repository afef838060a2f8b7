-- A name enquiry asks a bank who holds an account.
--
-- The ingress inserts it as 'pending' together with its job; a worker writes the answer. Payouts compare their
-- accountName with the newest resolved answer of the same merchant, if it is at most ten minutes old.

create table name_enquiries (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchants,
  environment text not null constraint name_enquiry_environment_is_known check (environment in ('test', 'live')),
  bank_code text not null references banks,
  account_number text not null constraint name_enquiry_account_number_is_nuban check (account_number ~ '^[0-9]{10}$'),
  status text not null default 'pending'
    constraint name_enquiry_status_is_known check (status in ('pending', 'resolved', 'not_found', 'unavailable')),
  account_name text,
  requested_at timestamptz not null default now(),
  completed_at timestamptz,
  constraint resolved_name_enquiry_has_a_name check ((status = 'resolved') = (account_name is not null)),
  constraint answered_name_enquiry_has_a_time check ((status = 'pending') = (completed_at is null))
);

-- Identical questions asked at the same time share one row and so one call of the bank.
create unique index name_enquiries_in_flight
  on name_enquiries (merchant_id, environment, bank_code, account_number) where status = 'pending';

create index name_enquiries_resolved
  on name_enquiries (merchant_id, environment, bank_code, account_number, completed_at desc) where status = 'resolved';
