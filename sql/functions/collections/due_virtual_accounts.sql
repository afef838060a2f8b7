-- Returns active virtual accounts whose time is over or whose payment link was paid otherwise: of each kind p_most at
-- most. With p_merchant_id only those whose time is over by that merchant's test clock.
--
-- Reads no account whose time is to come, apart from the active ones of payment links, and none that is over: each
-- branch is ordered as its index is and never sorted, so the planner has to take that one, whatever it believes.
create or replace function due_virtual_accounts(p_merchant_id bigint, p_most integer) returns setof bigint
language sql stable set search_path = public, pg_temp set enable_sort = off as $$
  (select a.id from virtual_accounts a
    where p_merchant_id is null and a.status = 'active' and a.expires_at <= now()
    order by a.expires_at limit p_most)
  union all
  -- The status of each account's link: the other way round, all links that were ever paid would be read.
  (select a.id from virtual_accounts a
    where p_merchant_id is null and a.status = 'active' and a.payment_link_id is not null
      and (select l.status from payment_links l where l.id = a.payment_link_id) = 'paid'
    order by a.payment_link_id limit p_most)
  union all
  (select due.id
    from test_clocks c
    cross join lateral (
      select a.id from virtual_accounts a
      where a.merchant_id = c.merchant_id and a.environment = 'test' and a.status = 'active'
        and a.expires_at <= now() + make_interval(mins => c.offset_minutes)
      order by a.expires_at limit p_most
    ) due
    where p_merchant_id is null or c.merchant_id = p_merchant_id
    limit p_most);
$$;
