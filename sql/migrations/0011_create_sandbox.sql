-- The sandbox: each merchant's test clock, and what the sandbox gateway remembers, as a bank would. Only
-- workers/gateways/sandbox and the tests read the gateway's tables.

-- How far a merchant moved the clock of its test environment ahead: business times of its test rows are now() plus
-- this (see business_now()). Merchants without a row, and all live rows, use the real time.
create table test_clocks (
  merchant_id bigint primary key references merchants,
  offset_minutes integer not null constraint test_clock_moves_forward check (offset_minutes > 0),
  updated_at timestamptz not null default now()
);

create table sandbox_transfers (
  reference text primary key,
  amount bigint not null,
  currency text not null,
  bank_code text not null,
  account_number text not null,
  -- How often it was sent; it has one effect all the same.
  times_sent integer not null default 1,
  created_at timestamptz not null default now()
);

create table sandbox_accounts (
  reference text primary key,
  account_number text not null constraint sandbox_account_number_is_unique unique
);

create sequence sandbox_account_numbers start 7100000001 maxvalue 7999999999;

-- The identities that the sandbox knows: each with the phone it was first checked with, encrypted.
create table sandbox_identities (
  reference text primary key,
  encrypted_phone bytea not null,
  created_at timestamptz not null default now()
);
