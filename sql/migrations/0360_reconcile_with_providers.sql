-- What providers say that they moved, by their statements, and where that differs from our books. All of it is live
-- money: the sandbox has no statements.

-- One import of a provider's file. It covers whole days of Nigeria: what is in none of its lines did not move there.
create table provider_statements (
  id bigint generated always as identity primary key,
  provider text not null constraint statement_provider_is_a_name check (provider ~ '^[a-z]{2,20}$'),
  -- SHA-256: the same file again is not imported again.
  file_hash bytea not null,
  from_day date not null,
  to_day date not null,
  -- Whether the file has money that came in, besides transfers: not every provider writes both into one.
  has_credits boolean not null,
  -- Null until all of its lines are in, in the same transaction.
  line_count integer,
  imported_at timestamptz not null default now(),
  constraint statement_is_imported_once unique (provider, file_hash),
  constraint statement_covers_at_most_31_days check (to_day between from_day and from_day + 30)
);

create index provider_statements_by_day on provider_statements (provider, from_day);

-- One movement of money on a provider's statement: a transfer that went out, a credit that came in, or a reversal,
-- which undoes one of these.
create table provider_statement_lines (
  id bigint generated always as identity primary key,
  statement_id bigint not null references provider_statements,
  provider text not null,
  -- The line's own id at the provider.
  line_id text not null,
  kind text not null constraint statement_line_kind_is_known check (kind in ('transfer', 'credit', 'reversal')),
  -- In minor units of the currency; the fee is what the provider took for it.
  amount bigint not null constraint statement_line_amount_is_positive check (amount > 0),
  fee bigint not null constraint statement_line_fee_is_not_negative check (fee >= 0),
  currency text not null,
  -- Our reference: the payout's, or that of the account that was paid.
  reference text,
  -- The provider's id of the transaction, which a credit is reported under.
  provider_id text,
  moved_at timestamptz not null,
  -- In Nigeria.
  day date not null,
  constraint statement_line_is_imported_once unique (provider, line_id)
);

create index statement_lines_by_day on provider_statement_lines (day, provider);
create index statement_lines_by_reference on provider_statement_lines (reference);
create index statement_lines_by_provider_id on provider_statement_lines (provider_id);

-- Where a day of a provider's statement and our books differ. find_differences() says what each kind means.
create table reconciliation_differences (
  id bigint generated always as identity primary key,
  reference text not null constraint difference_reference_is_unique unique,
  provider text not null,
  day date not null,
  kind text not null constraint difference_kind_is_known check (
    kind in (
      'missing_here', 'missing_there', 'amount_differs', 'currency_differs', 'fee_differs', 'direction_differs',
      'recipient_differs', 'duplicated_there', 'wrong_day', 'wrong_provider', 'paid_there', 'unconfirmed_here',
      'reversed_there', 'not_reversed_there'
    )
  ),
  -- The line's id at the provider; where it has none, our reference or the provider's of the transaction.
  subject text not null,
  line_id bigint references provider_statement_lines,
  payout_id bigint references payouts,
  credit_id bigint references credits,
  -- What each side says.
  ours text,
  theirs text,
  -- 'waiting': it may only be late. 'explained': a later comparison did not find it any more.
  state text not null constraint difference_state_is_known
    check (state in ('waiting', 'open', 'explained', 'resolved')),
  first_seen_at timestamptz not null default now(),
  -- When the provider was asked about the payout because of it.
  asked_at timestamptz,
  closed_at timestamptz,
  reason text,
  constraint difference_is_kept_once unique (provider, day, kind, subject),
  constraint closed_difference_has_a_time check ((state in ('explained', 'resolved')) = (closed_at is not null)),
  constraint resolved_difference_has_a_reason check ((state = 'resolved') = (reason is not null))
);

create index open_differences_by_age on reconciliation_differences (first_seen_at) where closed_at is null;
create index open_differences_by_day on reconciliation_differences (provider, day) where closed_at is null;
create index differences_to_ask_about on reconciliation_differences (id)
  where state = 'open' and asked_at is null and payout_id is not null;

-- What a provider may charge for a line, as agreed with it: the newest row in force whose up_to covers the amount.
-- Without one nothing is expected, and no fee differs.
create table provider_tariffs (
  provider text not null constraint tariff_provider_is_a_name check (provider ~ '^[a-z]{2,20}$'),
  kind text not null constraint tariff_kind_is_known check (kind in ('transfer', 'credit', 'reversal')),
  currency text not null constraint tariff_currency_is_known check (currency in ('NGN', 'USD')),
  from_day date not null,
  -- Amounts up to and including this; null for all above. Minor units, like all amounts.
  up_to bigint,
  -- The fee is flat + amount * basis_points / 10,000, rounded half up, cap at most.
  flat bigint not null constraint tariff_flat_is_not_negative check (flat >= 0),
  basis_points integer not null constraint tariff_share_is_a_share check (basis_points between 0 and 10000),
  cap bigint constraint tariff_cap_is_not_negative check (cap >= 0),
  constraint tariff_band_is_unique unique nulls not distinct (provider, kind, currency, from_day, up_to)
);

-- A day's matching reads its own payouts and credits alone. Both times only grow, so that an entry goes to the end.
create index live_payouts_by_time_sent on payouts (submitted_at)
  where environment = 'live' and submitted_at is not null;
create index live_credits_by_time_received on credits (received_at) where environment = 'live';
