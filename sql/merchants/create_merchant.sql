-- Adds a merchant with its naira ledger accounts in both environments and returns the row. Accounts in other currencies
-- are opened when first needed. Writes an audit row.
create or replace function create_merchant(p_name text, p_email text, p_acting acting) returns merchants
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  merchant merchants;
begin
  insert into merchants (reference, name, email)
  values (new_reference('mer'), p_name, p_email)
  returning * into merchant;

  perform open_accounts(merchant.id, environment, 'NGN') from unnest(array['test', 'live']) environment;
  perform log_action(
    merchant.id, null, 'merchant create', merchant.reference, null,
    jsonb_build_object('name', p_name, 'email', p_email), p_acting
  );
  return merchant;
end
$$;
