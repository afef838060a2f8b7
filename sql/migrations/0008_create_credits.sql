-- A credit is money that a gateway reports as received on a virtual account.
--
-- Recorded once per transaction of the provider, whatever is reported twice; a worker settles it against the
-- account's collection, or books it in suspense where it fits none. It is never left unbooked.

create table credits (
  id bigint generated always as identity primary key,
  reference text not null constraint credit_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint credit_environment_is_known check (environment in ('test', 'live')),
  collection_id bigint not null references collections,
  provider_reference text not null,
  amount bigint not null constraint credit_amount_is_positive check (amount > 0),
  currency text not null,
  payer json,
  status text not null default 'received'
    constraint credit_status_is_known check (status in ('received', 'settled', 'suspended')),
  received_at timestamptz not null default now(),
  constraint credit_is_recorded_once unique (environment, provider_reference)
);

create index credits_to_settle on credits (received_at) where status = 'received';
create index credits_by_collection on credits (collection_id);
