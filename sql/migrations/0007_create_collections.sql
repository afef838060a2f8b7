-- A collection is an amount that a merchant expects on a virtual account.
--
-- Opened by the worker that provisioned the account, settled by settle_credit(), expired by expire_virtual_accounts().

create table collections (
  id bigint generated always as identity primary key,
  reference text not null constraint collection_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint collection_environment_is_known check (environment in ('test', 'live')),
  virtual_account_id bigint not null references virtual_accounts,
  status text not null default 'awaiting_payment' constraint collection_status_is_known check (
    status in ('awaiting_payment', 'confirming', 'underpaid', 'succeeded', 'expired', 'failed')
  ),
  amount bigint not null constraint collection_amount_is_positive check (amount > 0),
  currency text not null,
  amount_received bigint not null default 0 constraint collection_amount_received_is_not_negative check (amount_received >= 0),
  fee bigint not null default 0 constraint collection_fee_is_not_negative check (fee >= 0),
  late boolean not null default false,
  payer json,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint settled_collection_has_a_time check ((status = 'succeeded') = (settled_at is not null))
);

create index collections_by_merchant on collections (merchant_id, environment, created_at desc, id desc);
create index collections_by_virtual_account on collections (virtual_account_id);
