-- What providers moved by their statements, and where that differs from our books.

create table provider_statements (
  id bigint generated always as identity primary key,
  gateway text not null references gateways,
  file_hash bytea not null,
  from_day date not null,
  to_day date not null,
  has_transfers boolean not null default true,
  has_credits boolean not null,
  has_moves boolean not null default false,
  line_count integer,
  imported_at timestamptz not null default now(),
  constraint statement_is_imported_once unique (gateway, file_hash, from_day, to_day),
  constraint statement_covers_at_most_31_days check (to_day between from_day and from_day + 30)
);

comment on table provider_statements is
  'One import of a provider''s statement, of live money only. It covers whole days in Nigeria: what is in none of '
  'its lines did not move at the provider.';
comment on column provider_statements.file_hash is
  'SHA-256: a file is imported once for the same days. Files of days without movements are the same bytes.';
comment on column provider_statements.has_transfers is
  'Whether the file has what went out. Some providers use separate files.';
comment on column provider_statements.has_credits is 'Whether the file has what came in.';
comment on column provider_statements.has_moves is 'Whether the file has moves of floats.';
comment on column provider_statements.line_count is 'Null until all lines are in, in the same transaction.';

create index provider_statements_by_day on provider_statements (gateway, from_day);

create table provider_statement_lines (
  id bigint generated always as identity primary key,
  statement_id bigint not null references provider_statements,
  gateway text not null,
  line_id text not null,
  kind text not null
    constraint statement_line_kind_is_known check (kind in ('transfer', 'credit', 'reversal', 'top_up', 'withdrawal')),
  amount bigint not null constraint statement_line_amount_is_positive check (amount > 0),
  fee bigint not null constraint statement_line_fee_is_not_negative check (fee >= 0),
  vat bigint not null default 0,
  stamp_duty bigint not null default 0,
  currency text not null,
  reference text,
  provider_id text,
  moved_at timestamptz not null,
  day date not null,
  constraint statement_line_fee_has_its_taxes check (least(vat, stamp_duty) >= 0 and vat + stamp_duty <= fee),
  constraint statement_line_is_imported_once unique (gateway, line_id)
);

comment on table provider_statement_lines is
  'One movement on a statement: a transfer out, a credit, a reversal of either, or a move of a float (top_up in, '
  'withdrawal out).';
comment on column provider_statement_lines.line_id is 'The line''s own id at the provider.';
comment on column provider_statement_lines.amount is 'In minor units.';
comment on column provider_statement_lines.fee is 'What the provider charged for it, with its taxes.';
comment on column provider_statement_lines.vat is 'The VAT in the fee, if the statement has it.';
comment on column provider_statement_lines.stamp_duty is
  'The stamp duty of our payout in the fee, which the provider pays to the state: finish_statement().';
comment on column provider_statement_lines.reference is
  'Our reference: the payout''s, or that of the account that was paid.';
comment on column provider_statement_lines.provider_id is
  'The provider''s transaction id, which a credit is reported under.';
comment on column provider_statement_lines.day is 'In Nigeria.';

create index statement_lines_by_day on provider_statement_lines (day, gateway);
create index statement_lines_by_reference on provider_statement_lines (reference);
create index statement_lines_by_provider_id on provider_statement_lines (provider_id);

create table reconciliation_differences (
  id bigint generated always as identity primary key,
  reference text not null constraint difference_reference_is_unique unique,
  gateway text not null,
  day date not null,
  kind text not null
    constraint difference_kind_is_known check (
      kind in (
        'missing_here', 'missing_there', 'amount_differs', 'currency_differs', 'fee_differs', 'direction_differs',
        'recipient_differs', 'duplicated_there', 'wrong_day', 'wrong_provider', 'paid_there', 'unconfirmed_here',
        'reversed_there', 'not_reversed_there', 'refunded_there', 'disputed_there'
      )
    ),
  subject text not null,
  line_id bigint references provider_statement_lines,
  payout_id bigint references payouts,
  credit_id bigint references credits,
  ours text,
  theirs text,
  state text not null
    constraint difference_state_is_known check (state in ('waiting', 'open', 'explained', 'resolved')),
  first_seen_at timestamptz not null default now(),
  polled_at timestamptz,
  closed_at timestamptz,
  reason text,
  constraint difference_is_kept_once unique (gateway, day, kind, subject),
  constraint closed_difference_has_a_time check ((state in ('explained', 'resolved')) = (closed_at is not null)),
  constraint resolved_difference_has_a_reason check ((state = 'resolved') = (reason is not null))
);

comment on table reconciliation_differences is
  'Where a day of a provider''s statement and our books differ. find_differences() explains each kind. A provider that '
  'takes a credit back opens one too: open_credit_case().';
comment on column reconciliation_differences.subject is
  'The line''s id at the provider. Without a line: our reference, or the provider''s for the transaction.';
comment on column reconciliation_differences.ours is 'What our books say.';
comment on column reconciliation_differences.theirs is 'What the statement says, or the provider''s API.';
comment on column reconciliation_differences.state is
  'waiting: it may only be late. explained: a later comparison no longer found it.';
comment on column reconciliation_differences.polled_at is
  'When the provider was polled about the payout because of it.';

create index open_differences_by_age on reconciliation_differences (first_seen_at) where closed_at is null;
create index open_differences_by_day on reconciliation_differences (gateway, day) where closed_at is null;
create index open_differences_by_credit on reconciliation_differences (credit_id)
  where closed_at is null and credit_id is not null;
create index differences_to_poll on reconciliation_differences (id)
  where state = 'open' and polled_at is null and payout_id is not null;

create table provider_tariffs (
  gateway text not null references gateways,
  kind text not null
    constraint tariff_kind_is_known check (kind in ('transfer', 'credit', 'reversal', 'top_up', 'withdrawal')),
  currency text not null constraint tariff_currency_is_known check (currency in ('NGN', 'USD')),
  from_day date not null,
  up_to bigint,
  flat bigint not null constraint tariff_flat_is_not_negative check (flat >= 0),
  basis_points integer not null constraint tariff_share_is_a_share check (basis_points between 0 and 10000),
  cap bigint constraint tariff_cap_is_not_negative check (cap >= 0),
  constraint tariff_band_is_unique unique nulls not distinct (gateway, kind, currency, from_day, up_to)
);

comment on table provider_tariffs is
  'What a provider may charge for a line, as agreed with it: the newest row in force whose up_to covers the amount. '
  'Without a row no fee is expected, and none differs.';
comment on column provider_tariffs.up_to is 'Amounts up to and including this, in minor units. Null: all above.';
comment on column provider_tariffs.flat is
  'The fee is flat + amount * basis_points / 10,000, rounded half up, at most cap.';
