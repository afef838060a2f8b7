-- How far a merchant has moved the clock of its test environment ahead. Every business time of its test rows is now()
-- plus this (see business_now()); merchants without a row, and everything live, go by the real time.

create table test_clocks (
  merchant_id bigint primary key references merchants,
  offset_minutes integer not null constraint test_clock_moves_forward check (offset_minutes > 0),
  updated_at timestamptz not null default now()
);

-- Sweeps find what is due in real time by the existing indexes, and by these what is due for a moved clock only.
create index payouts_to_confirm_by_clock on payouts (merchant_id, next_confirmation_at)
  where environment = 'test' and next_confirmation_at is not null;
create index events_to_deliver_by_clock on events (merchant_id, next_attempt_at)
  where environment = 'test' and delivery_status = 'pending';
create index virtual_accounts_to_expire_by_clock on virtual_accounts (merchant_id, expires_at)
  where environment = 'test' and status = 'active';
