-- expire_virtual_accounts(of_merchant) expires active accounts whose time is over, and those of payment links that were paid
-- otherwise, oldest first, and returns how many: 500 of anybody's, so that after downtime one sweep after the other catches up, or all test accounts of a merchant whose test
-- clock was moved. An account that a settlement has locked is left for the next sweep.
drop function if exists expire_virtual_accounts();

create or replace function expire_virtual_accounts(of_merchant bigint default null) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  account_id bigint;
  expired integer := 0;
begin
  for account_id in
    select v.id from virtual_accounts v
    where v.status = 'active' and v.id in (
      select id from virtual_accounts where of_merchant is null and status = 'active' and expires_at <= now()
      union all
      select a.id from payment_links l join virtual_accounts a on a.payment_link_id = l.id and a.status = 'active'
      where of_merchant is null and l.status = 'paid'
      union all
      select a.id from test_clocks c
      join virtual_accounts a on a.merchant_id = c.merchant_id and a.environment = 'test'
      where (of_merchant is null or c.merchant_id = of_merchant)
        and a.status = 'active' and a.expires_at <= business_now(c.merchant_id, 'test')
    )
    order by v.expires_at, v.id limit case when of_merchant is null then 500 end
    for update of v skip locked
  loop
    expired := expired + expire_virtual_account(account_id)::integer;
  end loop;
  return expired;
end
$$;
