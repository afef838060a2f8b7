-- A payout sends a merchant's money to one bank account.
--
-- accept_payouts() writes it as 'pending' in the transaction that reserves the money. A worker claims it
-- ('processing'), sends it under its reference, and writes how it ended: 'succeeded', 'failed', or later 'reversed'.
-- A merchant may cancel while it is 'pending'. An unknown answer leaves it in 'processing' until asked again.

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
  -- Raised by every claim; a write of a worker whose claim is no longer the newest changes nothing.
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
  constraint failed_payout_says_why check ((status = 'failed') = (failure_code is not null and failure_message is not null))
);

create index payouts_by_merchant on payouts (merchant_id, environment, created_at desc, id desc);
-- The sweep looks only for payouts that someone still has to act on; these two stay small.
create index payouts_to_execute on payouts (created_at) where status = 'pending';
create index payouts_to_confirm on payouts (next_confirmation_at) where next_confirmation_at is not null;
create index payouts_to_review on payouts (updated_at) where needs_review;
