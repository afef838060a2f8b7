-- Which gateway serves what, and what providers report on their own.

create table gateway_rules (
  id bigint generated always as identity primary key,
  operation text not null constraint gateway_rule_operation_is_known check (operation in ('payout', 'account')),
  merchant_id bigint references merchants,
  bank_code text references banks,
  amount_from bigint not null constraint gateway_rule_amount_is_not_negative check (amount_from >= 0),
  gateways text[] not null constraint gateway_rule_names_gateways check (cardinality(gateways) between 1 and 10),
  set_at timestamptz not null default now(),
  constraint gateway_rule_is_kept_once unique nulls not distinct (operation, merchant_id, bank_code, amount_from),
  constraint gateway_rule_of_an_account_names_no_bank check (operation = 'payout' or bank_code is null)
);

comment on table gateway_rules is
  'The live gateways that operators want payouts to go through and accounts to be opened at: by merchant, bank and '
  'amount.';
comment on column gateway_rules.merchant_id is 'Null: any merchant.';
comment on column gateway_rules.bank_code is 'Null: any bank.';
comment on column gateway_rules.amount_from is
  'In kobo: for payouts from this amount up to where the next rule of the same merchant and bank begins.';

create table provider_notices (
  id bigint generated always as identity primary key,
  gateway text not null references gateways,
  event text not null,
  reference text not null,
  payout_id bigint references payouts,
  received_at timestamptz not null default now(),
  constraint provider_notice_is_kept_once unique (gateway, reference, event)
);

comment on table provider_notices is
  'What providers report about payouts on their own. A notice moves no money: the provider is polled.';
comment on column provider_notices.payout_id is 'Null: it matches no payout, and is kept for an operator.';

create index provider_notices_to_purge on provider_notices (received_at);
create index provider_notices_of_payout on provider_notices (payout_id);
create index provider_notices_unmatched on provider_notices (gateway, id) where payout_id is null;
