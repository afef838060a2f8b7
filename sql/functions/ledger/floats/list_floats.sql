-- Returns what each live gateway holds for us by our books, for an operator, and whether that is below its minimum.
-- payouts and on_its_way: how many payouts that were sent through it have no result yet, and their amounts, which leave
-- the float once they succeed. What moved before there were floats is missing until it was carried over
-- (carry_over_floats). Amounts in minor units. Reads all payouts under way, by an index.
create or replace function list_floats()
returns table (
  gateway text, currency text, held bigint, minimum bigint, is_low boolean, payouts bigint, on_its_way bigint,
  changed_at timestamptz
)
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  return query
  select f.gateway, f.currency, f.held, f.minimum, coalesce(f.held < f.minimum, false), coalesce(w.payouts, 0),
    coalesce(w.amount, 0)::bigint, f.changed_at
  from float_balances f
  left join (
    select coalesce(p.sent_through, 'http') as gateway, p.currency, count(*) as payouts, sum(p.amount) as amount
    from (
      select * from payouts u where u.environment = 'live' and u.status = 'processing' and not u.needs_review
      union all
      select * from payouts u where u.environment = 'live' and u.status = 'processing' and u.needs_review
    ) p
    group by 1, 2
  ) w on (w.gateway, w.currency) = (f.gateway, f.currency)
  order by f.currency, f.gateway;
end
$$;
