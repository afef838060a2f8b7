-- What merchants see of their money day by day, and what finds a row by anything that names it.

-- The money that moved on a day, by the merchant's own time (business_now) in Africa/Lagos. It is written by
-- add_to_daily_totals() in the transaction of each movement, under the lock of the balance, so no movement waits longer
-- because of it, and refuses none. Adding up a month of entries would take longer the more a merchant sells.
create table daily_totals (
  merchant_id bigint not null references merchants,
  environment text not null constraint daily_total_environment_is_known check (environment in ('test', 'live')),
  currency text not null,
  day date not null,
  -- In minor units. From payers: what became the merchant's, before fees.
  received bigint not null default 0,
  receipts bigint not null default 0,
  -- To bank accounts: what left, before fees.
  sent bigint not null default 0,
  payouts bigint not null default 0,
  -- What came back of earlier payouts.
  returned bigint not null default 0,
  constraint daily_total_is_kept_once primary key (merchant_id, environment, currency, day)
)
-- Its row of the present day is updated at every movement: room for the new version keeps that within the page.
with (fillfactor = 50);

-- The last month of movements made before this; their day is that of the real time.
insert into daily_totals (merchant_id, environment, currency, day, received, receipts, sent, payouts, returned)
select j.merchant_id, j.environment, j.currency, (j.created_at at time zone 'Africa/Lagos')::date,
  coalesce(-sum(e.amount) filter (where j.kind in ('credit_settled', 'credit_released')), 0),
  count(*) filter (where j.kind in ('credit_settled', 'credit_released')),
  coalesce(sum(e.amount) filter (where j.kind like 'payout%' and e.amount > 0), 0),
  count(*) filter (where j.kind like 'payout%' and e.amount > 0),
  coalesce(-sum(e.amount) filter (where j.kind like 'payout%' and e.amount < 0), 0)
from ledger_journals j
join ledger_entries e on e.journal_id = j.id
join ledger_accounts a on a.id = e.account_id and a.kind in ('gateway', 'suspense')
where j.created_at >= now() - interval '31 days' and j.merchant_id is not null
  and j.kind in (
    'credit_settled', 'credit_released', 'payout_settled', 'payout_reversed', 'payout_release_undone',
    'payout_reversal_undone'
  )
group by 1, 2, 3, 4;

-- Money that waits in suspense, a merchant at a time.
create index credits_suspended on credits (merchant_id, environment, id desc) where status = 'suspended';

-- What an event is about: the reference of a resource, or a link's slug. Null for test events, and for events that were
-- emitted before this column, which are not read again for it: they are deleted after 180 days.
alter table events add column subject text;
create index events_by_subject on events (merchant_id, environment, subject, created_at desc, id desc)
  where subject is not null;

-- An account by the number that its payer has.
create index virtual_accounts_by_number on virtual_accounts (merchant_id, environment, account_number, id desc)
  where account_number is not null;

-- What was paid through a link, newest first.
create index collections_of_payment_links on collections (payment_link_id, created_at desc, id desc)
  where payment_link_id is not null;
drop index collections_by_payment_link;
