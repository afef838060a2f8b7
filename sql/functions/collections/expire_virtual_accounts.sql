-- Expires the active virtual accounts whose time is over or whose payment link was paid otherwise. Returns how many.
--
-- With p_merchant_id: test accounts of a merchant whose test clock was moved. Without: those of all merchants. The 500
-- oldest, so that after an outage several sweeps share the work. Accounts that a settlement has locked wait for
-- the next sweep.
create or replace function expire_virtual_accounts(p_merchant_id bigint default null) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  account_id bigint;
  expired integer := 0;
begin
  for account_id in
    select v.id from virtual_accounts v
    where v.status = 'active' and v.id in (
      select id from virtual_accounts where p_merchant_id is null and status = 'active' and expires_at <= now()
      union all
      select a.id from payment_links l join virtual_accounts a on a.payment_link_id = l.id and a.status = 'active'
      where p_merchant_id is null and l.status = 'paid'
      union all
      select a.id from test_clocks c
      join virtual_accounts a on a.merchant_id = c.merchant_id and a.environment = 'test'
      where (p_merchant_id is null or c.merchant_id = p_merchant_id)
        and a.status = 'active' and a.expires_at <= business_now(c.merchant_id, 'test')
    )
    order by v.expires_at, v.id limit 500
    for update of v skip locked
  loop
    expired := expired + expire_virtual_account(account_id)::integer;
  end loop;
  return expired;
end
$$;
