-- What operators moved between floats, and between one and a bank account of the owner's, a row for each journal
-- float_moved (move_float): so that a day's moves are found by their time, and compared with the lines of statements.
create table float_moves (
  reference text primary key,
  -- Gateways, or 'bank'.
  moved_from text not null,
  moved_to text not null,
  currency text not null,
  amount bigint not null constraint float_move_amount_is_positive check (amount > 0),
  booked_at timestamptz not null default now()
);

create index float_moves_by_time on float_moves (booked_at);

insert into float_moves (reference, moved_from, moved_to, currency, amount, booked_at)
select j.subject, given.place, taken.place, j.currency, given.amount, j.created_at
from ledger_journals j
cross join lateral (
  select coalesce(f.gateway, 'bank') as place, e.amount
  from ledger_accounts a
  join ledger_entries e on e.account_id = a.id and e.journal_id = j.id and e.amount > 0
  left join floats f on f.account_id = a.id
  where a.merchant_id is null and (a.environment, a.currency) = (j.environment, j.currency)
) given
cross join lateral (
  select coalesce(f.gateway, 'bank') as place
  from ledger_accounts a
  join ledger_entries e on e.account_id = a.id and e.journal_id = j.id and e.amount < 0
  left join floats f on f.account_id = a.id
  where a.merchant_id is null and (a.environment, a.currency) = (j.environment, j.currency)
) taken
where j.kind = 'float_moved';

-- A statement may have these moves too, where its format can carry them: what came in to a float (top_up), and what
-- left it (withdrawal). Not valid: each line there has one of the kinds of before.
alter table provider_statement_lines
  drop constraint statement_line_kind_is_known,
  add constraint statement_line_kind_is_known check (
    kind in ('transfer', 'credit', 'reversal', 'top_up', 'withdrawal')
  ) not valid;
alter table provider_tariffs
  drop constraint tariff_kind_is_known,
  add constraint tariff_kind_is_known check (kind in ('transfer', 'credit', 'reversal', 'top_up', 'withdrawal'));

-- Until now no file had them: of the days before nothing is missing.
alter table provider_statements add column has_moves boolean not null default false;

-- They have other parameters from now on.
drop function if exists begin_statement(text, bytea, date, date, boolean, boolean);
drop function if exists statement_covers(text, date, date, boolean);
