-- What each live gateway holds for us, its float, is a ledger account of its own, one for each currency. `gateway`
-- stays: for test money, and for live money that moved before this, of which carry_over_floats() moves to each float
-- what is its own. Functions of the version before that still run find it, as ever. `owner` is the other side of what
-- the platform's owner pays in to a float, or takes out.
--
-- Not valid: each row there has one of the kinds of before, and to look at a million of them would hold up all money.
alter table ledger_accounts
  drop constraint ledger_account_kind_fits_owner,
  add constraint ledger_account_kind_fits_owner check (
    (merchant_id is not null and kind in ('available', 'reserved'))
    or (
      merchant_id is null and kind in (
        'gateway', 'float_http', 'float_paystack', 'float_monnify', 'fees', 'suspense', 'provider_costs', 'owner'
      )
    )
  ) not valid;

insert into ledger_accounts (environment, currency, kind)
select 'live', currency, kind
from unnest(array['float_http', 'float_paystack', 'float_monnify', 'owner']) kind,
  unnest(array['NGN', 'USD']) currency;

alter table ledger_journals
  drop constraint ledger_journal_kind_is_known,
  add constraint ledger_journal_kind_is_known check (
    kind in (
      'credit_settled', 'credit_suspended', 'credit_released', 'credit_refunded',
      'payout_accepted', 'payout_settled', 'payout_released', 'payout_reversed',
      'payout_release_undone', 'payout_reversal_undone',
      'identity_fee_reserved', 'identity_fee_captured', 'identity_fee_released',
      'provider_fee_charged', 'float_moved', 'float_carried_over'
    )
  ) not valid;

-- The live gateway whose float a movement's `gateway` is; null for movements without one.
alter type ledger_movement add attribute through text;
