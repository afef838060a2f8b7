-- Credits that are seen before they are final ('confirming', nothing is booked yet), credits that name no account of
-- ours (booked in suspense without a merchant, for an operator to find out whose they are), and credits that an operator
-- had sent back ('refunded').

alter table credits
  alter column merchant_id drop not null,
  alter column collection_id drop not null,
  -- Whom the provider said it was for: the reference of a virtual account or of a crypto collection.
  add column recipient text,
  drop constraint credit_status_is_known,
  add constraint credit_status_is_known check (status in ('confirming', 'received', 'settled', 'suspended', 'refunded')),
  add constraint credit_without_a_merchant_has_no_collection check ((merchant_id is null) = (collection_id is null));

alter table ledger_journals alter column merchant_id drop not null;
alter table ledger_journals
  drop constraint ledger_journal_kind_is_known,
  add constraint ledger_journal_kind_is_known check (kind in (
    'credit_settled', 'credit_suspended', 'credit_released', 'credit_refunded',
    'payout_accepted', 'payout_settled', 'payout_released', 'payout_reversed',
    'identity_fee_reserved', 'identity_fee_captured', 'identity_fee_released'
  ));
