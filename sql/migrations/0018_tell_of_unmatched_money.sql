-- Why a credit waits in suspense for an operator. Null while a top-up can still complete its collection, and for money
-- that came before this column. settle_credit() writes it, once.
alter table credits add column unmatched_reason text;

-- The column is new, so there is nothing to validate, and a big table need not be read.
alter table credits add constraint credit_unmatched_reason_is_known
  check (unmatched_reason in ('late', 'wrong_amount', 'link_paid')) not valid;

-- What a provider has said of a transaction in contradiction to its first report, each contradiction once. Nothing of
-- it is booked. record_credit() writes it; operators read it. Kept for ever, as the transactions' ids are: at most
-- twenty rows for each.
create table credit_discrepancies (
  id bigint generated always as identity primary key,
  credit_id bigint not null references credits,
  recipient text not null,
  amount bigint not null,
  currency text not null,
  times_reported bigint not null default 1,
  first_reported_at timestamptz not null default now(),
  last_reported_at timestamptz not null default now(),
  constraint credit_discrepancy_is_kept_once unique (credit_id, recipient, amount, currency)
);

create index credit_discrepancies_by_time on credit_discrepancies (last_reported_at desc);

-- It returns an outcome as well from now on.
drop function if exists record_credit(text, text, text, bigint, text, json, boolean);
