-- Test clocks, and what the sandbox gateway remembers. Only the sandbox gateway and tests read its tables.

create table test_clocks (
  merchant_id bigint primary key references merchants,
  offset_minutes integer not null constraint test_clock_moves_forward check (offset_minutes > 0),
  updated_at timestamptz not null default now()
);

comment on table test_clocks is
  'How far a merchant moved the clock of its test environment ahead: business times of its test rows are now() plus '
  'this (business_now()). Merchants without a row, and all live rows, use the real time.';

create table sandbox_transfers (
  reference text primary key,
  amount bigint not null,
  currency text not null,
  bank_code text not null,
  account_number text not null,
  times_sent integer not null default 1,
  created_at timestamptz not null default now()
);

comment on table sandbox_transfers is
  'The transfers that the sandbox gateway carried out, as a bank would keep them: one effect per reference.';
comment on column sandbox_transfers.times_sent is 'How often it was sent. It has one effect all the same.';

create index sandbox_transfers_by_creation on sandbox_transfers (created_at);

create table sandbox_accounts (
  reference text primary key,
  account_number text not null constraint sandbox_account_number_is_unique unique,
  inserted_at timestamptz not null default now()
);

comment on table sandbox_accounts is 'The virtual accounts that the sandbox gateway opened.';

create index sandbox_accounts_by_insertion on sandbox_accounts (inserted_at);

create sequence sandbox_account_numbers start 7100000001 maxvalue 7999999999;

create table sandbox_identities (
  reference text primary key,
  encrypted_phone bytea not null,
  created_at timestamptz not null default now()
);

comment on table sandbox_identities is
  'The identities that the sandbox gateway knows, with the phone that each was first checked with.';

create index sandbox_identities_by_creation on sandbox_identities (created_at);
