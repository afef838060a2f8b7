-- Returns active virtual accounts of an environment that are past their end or whose payment link was paid in another
-- way, and those past their end by the test clocks of p_clocks, which are merchant ids: up to p_most of each kind.
-- p_environment: null for test clocks only.
--
-- Reads only due accounts: each branch is ordered by its index and never sorted, so the planner has to use that index,
-- whatever its statistics say.
create or replace function due_virtual_accounts(p_environment text, p_clocks bigint[], p_most integer)
returns setof bigint
language sql stable set search_path = public, pg_temp set enable_sort = off as $$
  (select a.id from virtual_accounts a
    where a.environment = p_environment and a.status = 'active' and a.expires_at <= now()
    order by a.expires_at limit p_most)
  union all
  (select due.id
    from payment_links l
    cross join lateral (
      select a.id from virtual_accounts a
      where a.payment_link_id = l.id and a.status = 'active'
      order by a.id limit p_most
    ) due
    where l.environment = p_environment and l.has_open_accounts
    order by l.id limit p_most)
  union all
  (select due.id
    from test_clocks c
    cross join lateral (
      select a.id from virtual_accounts a
      where a.merchant_id = c.merchant_id and a.environment = 'test' and a.status = 'active'
        and a.expires_at <= now() + make_interval(mins => c.offset_minutes)
      order by a.expires_at limit p_most
    ) due
    where c.merchant_id = any (p_clocks)
    limit p_most);
$$;
