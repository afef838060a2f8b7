-- Money comes in through several gateways.
--
-- Of an account: the gateway that it is at (null: the sandbox, or http before this column was there), what that calls
-- it (null: it cannot be asked what came in), whether it takes one payment alone, and when the gateway is asked next
-- what came in. ask_page and ask_pages: how far a long answer was read.
alter table virtual_accounts
  add column provisioned_through text,
  add column provider_account text,
  add column is_one_time boolean not null default false,
  add column next_ask_at timestamptz,
  add column asks integer not null default 0,
  add column ask_failures integer not null default 0,
  add column ask_page text,
  add column ask_pages integer not null default 0;
create index virtual_accounts_to_ask on virtual_accounts (environment, next_ask_at) where next_ask_at is not null;

-- Null: http, or the sandbox.
alter table credits add column received_through text;

-- A transaction that a provider named, in a notice or a list. It moves no money: the provider is asked about it, and
-- what that answers is booked. merchant_id: null where no account has the reference that the provider named.
create table credit_notices (
  id bigint generated always as identity primary key,
  provider text not null constraint credit_notice_provider_is_known check (provider in ('http', 'paystack', 'monnify')),
  transaction text not null,
  recipient text not null,
  merchant_id bigint references merchants,
  status text not null default 'pending' constraint credit_notice_status_is_known check (
    status in ('pending', 'recorded', 'refused', 'elsewhere', 'discrepancy', 'given_up')
  ),
  received_at timestamptz not null default now(),
  asks integer not null default 0,
  next_ask_at timestamptz default now(),
  trace_id uuid default current_trace_id(),
  constraint credit_notice_is_kept_once unique (provider, transaction),
  constraint pending_credit_notice_is_asked_about check ((status = 'pending') = (next_ask_at is not null))
);
create index credit_notices_to_ask on credit_notices (next_ask_at) where next_ask_at is not null;
create index credit_notices_to_purge on credit_notices (received_at) where next_ask_at is null;
create index credit_notices_of_nobody on credit_notices (id) where merchant_id is null;

drop function if exists record_credit(text, text, text, bigint, text, json, boolean);
drop function if exists activate_virtual_account(bigint, text, text, text, text);
