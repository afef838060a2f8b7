-- A payout sends a merchant's money to one bank account.
--
-- accept_payouts() writes it as 'pending' in the transaction that reserves the money. A worker claims it
-- ('processing'), sends it under its reference, and stores how it ended: 'succeeded', 'failed', or later 'reversed'.
-- A merchant may cancel it while it is 'pending'. If the provider's result is unknown it stays 'processing' until
-- the provider is asked again.

create table payouts (
  id bigint generated always as identity primary key,
  reference text not null constraint payout_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint payout_environment_is_known check (environment in ('test', 'live')),
  idempotency_key text not null,
  request_hash bytea not null,
  status text not null default 'pending' constraint payout_status_is_known check (
    status in ('pending', 'processing', 'succeeded', 'failed', 'reversed', 'canceled')
  ),
  amount bigint not null constraint payout_amount_is_positive check (amount > 0),
  fee bigint not null constraint payout_fee_is_charged_or_zero check (fee >= 0),
  currency text not null,
  bank_code text not null references banks,
  bank_name text not null,
  account_number text not null,
  account_name text not null,
  narration text,
  metadata json,
  failure_code text,
  failure_message text,
  -- A fencing token: each claim adds one, and a worker's write counts only while its claim is the newest.
  fence bigint not null default 0,
  submitted_at timestamptz,
  confirmations integer not null default 0,
  next_confirmation_at timestamptz,
  needs_review boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  settled_at timestamptz,
  -- Kept for ever: a key never pays twice.
  constraint payout_idempotency_key_is_unique unique (merchant_id, environment, idempotency_key),
  constraint failed_payout_says_why
    check ((status = 'failed') = (failure_code is not null and failure_message is not null))
);

create index payouts_by_merchant on payouts (merchant_id, environment, created_at desc, id desc);
-- The sweep looks only for payouts that someone still has to act on; these two stay small.
create index payouts_to_execute on payouts (created_at) where status = 'pending';
create index payouts_to_confirm on payouts (next_confirmation_at) where next_confirmation_at is not null;
create index payouts_to_review on payouts (updated_at) where needs_review;
create index payouts_by_status on payouts (merchant_id, environment, status, created_at desc, id desc);
-- Finds confirmations that are due by a test clock only.
create index payouts_to_confirm_by_clock on payouts (merchant_id, next_confirmation_at)
  where environment = 'test' and next_confirmation_at is not null;

-- A bank account that a merchant pays out to repeatedly, saved with the name that the bank gave at that time.
-- Operators save accounts and choose the default one.
create table payout_accounts (
  id bigint generated always as identity primary key,
  reference text not null constraint payout_account_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint payout_account_environment_is_known check (environment in ('test', 'live')),
  bank_code text not null references banks,
  account_number text not null constraint payout_account_number_is_nuban check (account_number ~ '^[0-9]{10}$'),
  account_name text not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  constraint payout_account_is_saved_once unique (merchant_id, environment, bank_code, account_number)
);

create unique index payout_account_default_is_one on payout_accounts (merchant_id, environment) where is_default;
