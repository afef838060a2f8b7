-- What merchants may pay out at most: by tier or one by one, and how much of it they have used on a day.

-- Each merchant is in one tier. Nothing is limited by one until an operator sets its limits.
create table merchant_tiers (
  name text primary key
);
insert into merchant_tiers (name) values ('standard'), ('tier_1'), ('tier_2'), ('tier_3');

alter table merchants
  add column tier text not null default 'standard' references merchant_tiers (name),
  -- Null: it was in one from the beginning.
  add column tier_set_at timestamptz;

-- What an operator has set for a merchant or a tier, in one environment. A merchant's own limit counts in place of the
-- tier's. Amounts in kobo; null: no limit.
create table payout_limits (
  id bigint generated always as identity primary key,
  environment text not null constraint payout_limits_environment_is_known check (environment in ('test', 'live')),
  merchant_id bigint references merchants (id),
  tier text references merchant_tiers (name),
  -- One payout.
  payout_max bigint,
  -- All payouts of a day, in Lagos.
  day_max bigint,
  -- All payouts of a day to one account, and how many these may be.
  account_day_max bigint,
  account_day_payouts bigint,
  set_at timestamptz not null,
  constraint payout_limits_are_of_a_merchant_or_a_tier check (num_nonnulls(merchant_id, tier) = 1),
  constraint payout_limits_limit_something check (
    least(payout_max, day_max, account_day_max, account_day_payouts) > 0
    and num_nonnulls(payout_max, day_max, account_day_max, account_day_payouts) > 0
  ),
  constraint payout_limits_are_kept_once unique nulls not distinct (environment, merchant_id, tier)
);

-- What holds for a merchant in an environment: its own limits and those of its tier, as payout_limits_of() returns it.
create type payout_limits_in_force as (
  merchant_id bigint, environment text, payout_max bigint, day_max bigint, account_day_max bigint,
  account_day_payouts bigint,
  -- Names these limits, and no others before or after them.
  version text
);

-- What merchants with limits have used of them: accepted payouts of a day, less those that failed, were canceled or
-- reversed. Each merchant's row of the day and, where accounts are limited, one for each account. Written under the
-- lock of the merchant's ledger accounts.
create table payout_use (
  merchant_id bigint not null references merchants (id),
  environment text not null constraint payout_use_environment_is_known check (environment in ('test', 'live')),
  day date not null,
  -- The bank's code and the account's number, a space between them; empty: all accounts.
  account text not null,
  amount bigint not null constraint payout_use_amount_is_not_negative check (amount >= 0),
  payouts bigint not null constraint payout_use_count_is_not_negative check (payouts >= 0),
  -- In the row of all accounts: the limits (version) under which all of the day was counted. Under others it is
  -- counted anew, since nothing is counted while there is no limit.
  counted_for text,
  created_at timestamptz not null default now(),
  constraint payout_use_is_kept_once primary key (merchant_id, environment, day, account)
)
-- The present day's rows are updated at every payout: room for the new version keeps that within the page.
with (fillfactor = 50);
create index payout_use_by_age on payout_use (created_at);

-- It returns a column more.
drop function if exists accept_payouts(jsonb, boolean);
