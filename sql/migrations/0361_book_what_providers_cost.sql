-- What providers charge has an account of its own: an expense, so its balance is negative.
alter table ledger_accounts
  drop constraint ledger_account_kind_fits_owner,
  add constraint ledger_account_kind_fits_owner check (
    (merchant_id is not null and kind in ('available', 'reserved'))
    or (merchant_id is null and kind in ('gateway', 'fees', 'suspense', 'provider_costs'))
  );

insert into ledger_accounts (environment, currency, kind)
select 'live', currency, 'provider_costs' from unnest(array['NGN', 'USD']) currency;

alter table ledger_journals
  drop constraint ledger_journal_kind_is_known,
  add constraint ledger_journal_kind_is_known check (
    kind in (
      'credit_settled', 'credit_suspended', 'credit_released', 'credit_refunded',
      'payout_accepted', 'payout_settled', 'payout_released', 'payout_reversed',
      'payout_release_undone', 'payout_reversal_undone',
      'identity_fee_reserved', 'identity_fee_captured', 'identity_fee_released',
      'provider_fee_charged'
    )
  );
