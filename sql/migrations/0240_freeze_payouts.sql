-- Operators stop sending payouts for a while: those of a merchant, those to a bank, or all of an environment.

create table payout_freezes (
  id bigint generated always as identity primary key,
  environment text not null constraint payout_freeze_environment_is_known check (environment in ('test', 'live')),
  merchant_id bigint references merchants (id),
  bank_code text references banks (code),
  frozen_at timestamptz not null default now(),
  constraint payout_freeze_is_of_one_thing check (merchant_id is null or bank_code is null),
  constraint payout_freeze_is_kept_once unique nulls not distinct (environment, merchant_id, bank_code)
);

-- What is held waits behind nothing and before nothing: it is not among those to send.
alter table payouts add column held_since timestamptz;
create index payouts_to_send on payouts (environment, merchant_id, id)
  where status = 'pending' and held_since is null;
create index payouts_held on payouts (environment, merchant_id, id)
  where status = 'pending' and held_since is not null;
drop index payouts_pending;
