-- Through which live gateways operators want payouts to go, and accounts to be opened: by merchant, bank and amount.
create table gateway_rules (
  id bigint generated always as identity primary key,
  operation text not null constraint gateway_rule_operation_is_known check (operation in ('payout', 'account')),
  -- Null: of any merchant.
  merchant_id bigint references merchants (id),
  -- Null: to any bank.
  bank_code text references banks (code),
  -- In kobo: for payouts of this much and more, up to where the next rule of the same merchant and bank begins.
  amount_from bigint not null constraint gateway_rule_amount_is_not_negative check (amount_from >= 0),
  gateways text[] not null constraint gateway_rule_names_gateways check (cardinality(gateways) between 1 and 10),
  set_at timestamptz not null default now(),
  constraint gateway_rule_of_an_account_names_no_bank check (operation = 'payout' or bank_code is null),
  constraint gateway_rule_is_kept_once unique nulls not distinct (operation, merchant_id, bank_code, amount_from)
);
