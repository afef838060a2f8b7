-- The ledger: who owns which part of the money that the gateways hold for us.
--
-- Positive amounts are owed by us, so `gateway` is negative: minus what the provider holds. Every movement is a
-- journal of two or more entries that sum to zero. Only post_journals() writes journals and entries, and they never
-- change.

create table ledger_accounts (
  id bigint generated always as identity primary key,
  merchant_id bigint references merchants,
  environment text not null constraint ledger_account_environment_is_known check (environment in ('test', 'live')),
  currency text not null constraint ledger_account_currency_is_known check (currency in ('NGN', 'USD')),
  kind text not null,
  -- In minor units. Every journal touches the system accounts: a stored balance would make all journals wait for one
  -- row, so theirs is the sum of the entries.
  balance bigint,
  constraint ledger_account_kind_fits_owner check (
    (merchant_id is not null and kind in ('available', 'reserved'))
    or (merchant_id is null and kind in ('gateway', 'fees', 'suspense'))
  ),
  constraint only_merchant_accounts_carry_a_balance check ((merchant_id is null) = (balance is null)),
  constraint merchant_balance_is_not_negative check (balance >= 0),
  constraint ledger_account_is_unique unique nulls not distinct (merchant_id, environment, currency, kind),
  constraint ledger_account_environment_and_currency unique (id, environment, currency)
);

insert into ledger_accounts (environment, currency, kind)
select environment, currency, kind
from unnest(array['test', 'live']) environment, unnest(array['NGN', 'USD']) currency,
  unnest(array['gateway', 'fees', 'suspense']) kind;

create table ledger_journals (
  id bigint generated always as identity primary key,
  kind text not null constraint ledger_journal_kind_is_known check (
    kind in (
      'credit_settled', 'credit_suspended', 'credit_released', 'credit_refunded',
      'payout_accepted', 'payout_settled', 'payout_released', 'payout_reversed',
      'identity_fee_reserved', 'identity_fee_captured', 'identity_fee_released'
    )
  ),
  -- The reference of the payout, credit or identity check. Each moves money at most once per kind of journal.
  subject text not null,
  -- Null for a credit whose recipient nobody knows.
  merchant_id bigint references merchants,
  environment text not null,
  currency text not null,
  created_at timestamptz not null default now(),
  constraint ledger_journal_is_posted_once unique (kind, subject),
  constraint ledger_journal_environment_and_currency unique (id, environment, currency)
);

create index ledger_journals_by_subject on ledger_journals (subject);

create table ledger_entries (
  id bigint generated always as identity primary key,
  journal_id bigint not null,
  account_id bigint not null,
  environment text not null,
  currency text not null,
  amount bigint not null constraint ledger_entry_moves_something check (amount <> 0),
  -- The running balance of a merchant's account; null for system accounts.
  balance_after bigint constraint ledger_entry_balance_is_not_negative check (balance_after >= 0),
  -- Both sides carry environment and currency, so that neither can mix within a journal.
  constraint ledger_entry_fits_journal foreign key (journal_id, environment, currency)
    references ledger_journals (id, environment, currency),
  constraint ledger_entry_fits_account foreign key (account_id, environment, currency)
    references ledger_accounts (id, environment, currency)
);

create index ledger_entries_by_account on ledger_entries (account_id, id);
create index ledger_entries_by_journal on ledger_entries (journal_id);

-- The input of post_journals(): what each kind of account gains (+) or gives (-) in one journal, in minor units.
create type ledger_movement as (
  kind text,
  subject text,
  merchant_id bigint,
  environment text,
  currency text,
  available bigint,
  reserved bigint,
  gateway bigint,
  fees bigint,
  suspense bigint
);

-- What services cost, in kobo: payouts by amount, identity checks at one price. The newest row in force whose up_to
-- covers the amount counts. Fees change by new rows with a later effective_from, never by editing old ones.
create table fees (
  environment text not null constraint fee_environment_is_known check (environment in ('test', 'live')),
  effective_from timestamptz not null,
  -- Amounts up to and including this many kobo; null for all above.
  up_to bigint,
  fee bigint not null constraint fee_is_not_negative check (fee >= 0),
  service text not null constraint fee_service_is_known check (service in ('payout', 'identity_check')),
  constraint fee_band_is_unique unique nulls not distinct (service, environment, effective_from, up_to)
);

insert into fees (service, environment, effective_from, up_to, fee) values
  ('payout', 'test', '2020-01-01Z', null, 0),
  ('payout', 'live', '2020-01-01Z', 500000, 1000),
  ('payout', 'live', '2020-01-01Z', 5000000, 2500),
  ('payout', 'live', '2020-01-01Z', null, 5000),
  ('identity_check', 'test', '2020-01-01Z', null, 0),
  ('identity_check', 'live', '2020-01-01Z', null, 5000);
