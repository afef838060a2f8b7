-- Opens a merchant's ledger accounts in an environment and currency, available and reserved, unless it has them: what
-- comes may be its first money in this currency.
create or replace function open_accounts(p_merchant_id bigint, p_environment text, p_currency text) returns void
language sql set search_path = public, pg_temp as $$
  insert into ledger_accounts (merchant_id, environment, currency, kind, balance)
  select p_merchant_id, p_environment, p_currency, kind, 0 from unnest(array['available', 'reserved']) kind
  on conflict on constraint ledger_account_is_unique do nothing;
$$;
