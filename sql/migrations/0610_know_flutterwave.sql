-- Flutterwave is a live gateway: it has a float in each currency, and reports transfers by itself.
--
-- Not valid: each row there has one of the kinds of before, and to look at a million of them would hold up all money.
alter table ledger_accounts
  drop constraint ledger_account_kind_fits_owner,
  add constraint ledger_account_kind_fits_owner check (
    (merchant_id is not null and kind in ('available', 'reserved'))
    or (
      merchant_id is null and kind in (
        'gateway', 'float_http', 'float_paystack', 'float_monnify', 'float_flutterwave', 'fees', 'suspense',
        'provider_costs', 'owner'
      )
    )
  ) not valid;

with made as (
  insert into ledger_accounts (environment, currency, kind)
  select 'live', currency, 'float_flutterwave' from unnest(array['NGN', 'USD']) currency
  returning id, currency
)
insert into floats (account_id, gateway, currency)
select id, 'flutterwave', currency from made;

alter table provider_notices
  drop constraint notice_provider_is_known,
  add constraint notice_provider_is_known check (provider in ('paystack', 'monnify', 'flutterwave')) not valid;
