-- Merchants save, choose and remove payout accounts themselves, over the API and in the dashboard.

alter table payout_accounts
  -- Null while it is saved. A removed one is shown nowhere; a payout by its reference is refused as that.
  add column removed_at timestamptz,
  add constraint removed_payout_account_is_not_the_default check (removed_at is null or not is_default),
  drop constraint payout_account_is_saved_once;

-- Saving a removed account again adds a row of its own, under a new reference.
create unique index payout_account_is_saved_once
  on payout_accounts (merchant_id, environment, bank_code, account_number) where removed_at is null;
create index payout_accounts_by_merchant
  on payout_accounts (merchant_id, environment, created_at desc, id desc);

-- Test keys that had all scopes gain the new ones; live keys keep theirs.
update api_keys set scopes = scopes || array['payout_accounts:read', 'payout_accounts:write']
where environment = 'test' and scopes @> array[
  'kyc:read', 'kyc:write', 'payouts:read', 'payouts:write', 'collections:read', 'collections:write',
  'virtual_accounts:read', 'virtual_accounts:write', 'payment_links:read', 'payment_links:write', 'balances:read',
  'events:read', 'events:write'
] and not scopes && array['payout_accounts:read', 'payout_accounts:write'];

drop function if exists
  payout_requests(jsonb),
  set_default_payout_account(bigint, text, text, text, acting);
