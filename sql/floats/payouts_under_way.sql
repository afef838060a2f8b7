-- Returns how many live payouts sent through each gateway have no result yet, and their amounts in minor units, which
-- leave its float once they succeed. Reads all of them, by an index; with p_most only so many that wait for the
-- provider, and as many that wait for a person.
create or replace function payouts_under_way(p_most bigint default null)
returns table (gateway text, currency text, payouts bigint, amount bigint)
language sql stable set search_path = public, pg_temp set enable_seqscan = off as $$
  select p.sent_through, p.currency, count(*), sum(p.amount)::bigint
  from (
    (
      select * from payouts u where u.environment = 'live' and u.status = 'processing' and not u.needs_review
      limit p_most
    )
    union all
    (
      select * from payouts u where u.environment = 'live' and u.status = 'processing' and u.needs_review
      limit p_most
    )
  ) p
  group by 1, 2
$$;
