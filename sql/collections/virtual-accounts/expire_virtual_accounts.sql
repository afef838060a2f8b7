-- Expires the active virtual accounts that are past their end or whose payment link was paid in another way. Returns
-- how many.
--
-- Covers an environment's accounts, and test accounts of the merchants in p_clocks by their test clocks; only the
-- latter if the environment is null. The 500 oldest, so that after an outage several sweeps share the work. Accounts
-- that a settlement has locked wait for the next sweep.
create or replace function expire_virtual_accounts(p_environment text, p_clocks bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  most constant integer := 500;
  due constant bigint[] := array(select due_virtual_accounts(p_environment, p_clocks, most));
  account_id bigint;
  expired integer := 0;
begin
  for account_id in
    select v.id from virtual_accounts v where v.id = any (due) and v.status = 'active'
    order by v.expires_at, v.id limit most
    for update of v skip locked
  loop
    expired := expired + expire_virtual_account(account_id)::integer;
  end loop;
  -- Skips a link that a settlement has locked: it may be waiting for one of these accounts.
  update payment_links set has_open_accounts = false
  where id in (
    select l.id from payment_links l
    where l.environment = p_environment and l.has_open_accounts and not exists (
      select from virtual_accounts v where v.payment_link_id = l.id and v.status = 'active'
    )
    order by l.id limit most
    for no key update skip locked
  );
  return expired;
end
$$;
