-- What a provider reports by itself. It moves no money: the provider is asked.

create table provider_notices (
  id bigint generated always as identity primary key,
  provider text not null constraint notice_provider_is_known check (provider in ('paystack')),
  event text not null,
  reference text not null,
  -- Null: it fits no payout, and is kept for an operator.
  payout_id bigint references payouts,
  received_at timestamptz not null default now(),
  constraint provider_notice_is_kept_once unique (provider, reference, event)
);

create index provider_notices_to_purge on provider_notices (received_at);
create index provider_notices_unmatched on provider_notices (id) where payout_id is null;
create index provider_notices_of_payout on provider_notices (payout_id);
