-- A bank account that a merchant pays out to again and again, saved with the name that its bank told when it was saved.
--
-- Operators save them and choose the default one.

create table payout_accounts (
  id bigint generated always as identity primary key,
  reference text not null constraint payout_account_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint payout_account_environment_is_known check (environment in ('test', 'live')),
  bank_code text not null references banks,
  account_number text not null constraint payout_account_number_is_nuban check (account_number ~ '^[0-9]{10}$'),
  account_name text not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  constraint payout_account_is_saved_once unique (merchant_id, environment, bank_code, account_number)
);

create unique index payout_account_default_is_one on payout_accounts (merchant_id, environment) where is_default;
