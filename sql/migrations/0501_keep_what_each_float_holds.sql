-- What each live gateway holds for us by our books, in minor units: minus the sum of the entries of its ledger account,
-- which are too many to add up each time. All that is there is `held` and the changes in float_changes.
create table floats (
  account_id bigint primary key references ledger_accounts,
  gateway text not null,
  currency text not null,
  held bigint not null default 0,
  -- Below this an alert says that the float is low; null: it never is.
  minimum bigint constraint float_minimum_is_not_negative check (minimum >= 0),
  changed_at timestamptz,
  constraint float_is_kept_once unique (gateway, currency)
);

insert into floats (account_id, gateway, currency)
select id, substr(kind, length('float_') + 1), currency from ledger_accounts where starts_with(kind, 'float_');

-- What floats gained (+) or gave (-), not yet in floats.held: a row for each float of a statement that wrote entries,
-- so that movements of money never wait for one another at a float. The sweep adds them up (sum_float_changes).
create table float_changes (
  id bigint generated always as identity primary key,
  -- No foreign key: each row would lock the float's, and only a trigger writes here.
  account_id bigint not null,
  change bigint not null,
  changed_at timestamptz not null default now()
);
-- Few rows, which are soon deleted. By default a vacuum would come when a fifth has changed, and fifty rows.
alter table float_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- How far the live money that moved before there were floats was carried over to them: of the ledger account that it is
-- on, all entries up to this journal.
create table float_carry_overs (
  account_id bigint primary key references ledger_accounts,
  up_to_journal bigint not null default 0
);

insert into float_carry_overs (account_id)
select id from ledger_accounts where environment = 'live' and kind = 'gateway';
