-- What the sandbox gateway remembers, as a bank would: nothing outside workers/gateways/sandbox-gateway.ts and the
-- tests reads these tables.

create table sandbox_transfers (
  reference text primary key,
  amount bigint not null,
  currency text not null,
  bank_code text not null,
  account_number text not null,
  -- How often it was asked for; it has one effect all the same.
  times_sent integer not null default 1,
  created_at timestamptz not null default now()
);

create table sandbox_accounts (
  reference text primary key,
  account_number text not null constraint sandbox_account_number_is_unique unique
);

create sequence sandbox_account_numbers start 7100000001 maxvalue 7999999999;
