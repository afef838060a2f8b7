-- Banks, and who holds an account at one.

create table banks (
  code text primary key constraint bank_code_has_its_form check (code ~ '^[0-9A-Z]{3,8}$'),
  name text not null,
  type text not null
    constraint bank_type_is_known check (
      type in (
        'commercial', 'finance_company', 'merchant', 'microfinance', 'mobile_money', 'mortgage', 'non_interest',
        'payment_service_bank', 'payment_service_provider'
      )
    ),
  nip_code text constraint bank_nip_code_is_of_one_bank unique
    constraint bank_nip_code_is_six_digits check (nip_code ~ '^[0-9]{6}$'),
  active boolean not null default true
);

comment on table banks is
  'The bank directory: what GET /v1/banks lists, and what a bankCode must name. Rows come from data/banks.csv and '
  'from operators. A bank that closed becomes inactive and is never deleted: old payouts still name it.';
comment on column banks.code is
  'Never changes; the name may. The central bank''s code, or Paystack''s, or else that of the interbank switch.';
comment on column banks.nip_code is 'The institution''s code at the interbank switch (NIP).';

create table bank_provider_codes (
  bank_code text not null references banks,
  gateway text not null references gateways,
  provider_code text not null constraint bank_provider_code_has_its_form check (provider_code ~ '^[0-9A-Z]{3,8}$'),
  primary key (bank_code, gateway),
  constraint bank_provider_code_is_of_one_bank unique (gateway, provider_code)
);

comment on table bank_provider_codes is
  'What each provider calls an institution (data/bank_provider_codes.csv). Workers translate a bankCode for the '
  'provider they pay through and never pass one on untranslated: the same digits can mean different institutions at '
  'different providers. No row: the provider does not reach the institution, or its code is unknown.';

create table name_enquiries (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchants,
  environment text not null constraint name_enquiry_environment_is_known check (environment in ('test', 'live')),
  bank_code text not null references banks,
  account_number text not null constraint name_enquiry_account_number_is_nuban check (account_number ~ '^[0-9]{10}$'),
  status text not null default 'pending'
    constraint name_enquiry_status_is_known check (
      status in ('pending', 'resolved', 'not_found', 'not_reached', 'unavailable')
    ),
  account_name text,
  requested_at timestamptz not null default now(),
  last_requested_at timestamptz not null default now(),
  completed_at timestamptz,
  inserted_at timestamptz not null default now(),
  trace_id uuid,
  constraint resolved_name_enquiry_has_a_name check ((status = 'resolved') = (account_name is not null)),
  constraint completed_name_enquiry_has_a_time check ((status = 'pending') = (completed_at is null))
);

comment on table name_enquiries is
  'Requests for the name of an account''s holder. The ingress inserts a row with its job; a worker stores the '
  'result. A payout''s accountName must match the merchant''s newest resolved enquiry, at most ten minutes old.';
comment on column name_enquiries.status is
  'not_reached: no live gateway reaches the bank, or each that does is stopped for it. That says nothing about the '
  'account.';
comment on column name_enquiries.last_requested_at is
  'When someone last requested it, in real time: identical enquiries share a row while it is pending, and workers '
  'drop those that nobody waits for.';
comment on column name_enquiries.inserted_at is
  'Real time; retention counts from it. Other times follow the merchant''s test clock.';

-- Identical enquiries made at the same time share one row, and so one call to the bank.
create unique index name_enquiries_in_flight on name_enquiries (merchant_id, environment, bank_code, account_number)
  where status = 'pending';
create index name_enquiries_resolved
  on name_enquiries (merchant_id, environment, bank_code, account_number, completed_at desc)
  where status = 'resolved';
create index name_enquiries_by_insertion on name_enquiries (inserted_at);
create index name_enquiries_waiting on name_enquiries (environment, requested_at, id) where status = 'pending';
