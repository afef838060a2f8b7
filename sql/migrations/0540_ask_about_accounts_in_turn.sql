-- Questions what came in to accounts take turns between providers, between what merchants opened and what payers did,
-- and between merchants (due_account_questions).
create index virtual_accounts_to_ask_in_turn on virtual_accounts (
  environment, provisioned_through, (payment_link_id is not null), hashint8(merchant_id), next_ask_at
) where next_ask_at is not null;

-- Nothing reads by it any more.
drop index virtual_accounts_to_ask;
