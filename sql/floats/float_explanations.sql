-- Returns what each float of a gateway holds by our books, and what may explain that its provider holds less, in minor
-- units:
--
--   on_its_way       the amounts of payouts sent through it without a result: the provider may have debited them. Null
--                    if p_most or more payouts are in progress through all gateways: they are not added up.
--   unsettled        what the float gained today and on the four days before: providers settle on the next working day,
--                    and a top-up may be booked before it arrives. Four days are a weekend and a holiday. Null while
--                    float_days does not go back that far.
--   unreported_fees  what the provider may have charged without a statement yet: 2% of what moved on those of the last
--                    eight days that no statement covers, and of payouts in progress.
create or replace function float_explanations(p_gateway text, p_most bigint)
returns table (
  account_id bigint, currency text, held bigint, on_its_way bigint, unsettled bigint, unreported_fees bigint
)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  today constant date := lagos_day(now());
  under_way jsonb;
  is_all boolean;
begin
  select jsonb_object_agg(u.gateway || ' ' || u.currency, u.amount), coalesce(sum(u.payouts), 0) < p_most
  into under_way, is_all
  from payouts_under_way(p_most) u;
  return query
  with days as (
    select d.account_id, d.day, d.gained, d.gave from float_days d where d.day >= today - 7
    union all
    -- What the sweep has not added up yet.
    select c.account_id, lagos_day(c.changed_at), c.gained, c.gained - c.change from float_changes c
  ), covered as (
    select day::date as day, statement_covers(p_gateway, day::date, day::date, 'credits') as gained,
      statement_covers(p_gateway, day::date, day::date, 'transfers') as gave
    from generate_series(today - 7, today, interval '1 day') day
  )
  select f.account_id, f.currency, b.held, case when is_all then way.amount end,
    case when f.days_since <= start_of_lagos_day(today - 4) then moved.recently end,
    ceil((moved.uncovered + way.amount) / 50.0)::bigint
  from floats f
  join float_balances b on b.account_id = f.account_id
  cross join lateral (
    select coalesce((under_way ->> (f.gateway || ' ' || f.currency))::bigint, 0) as amount
  ) way
  cross join lateral (
    select coalesce(sum(d.gained) filter (where d.day >= today - 4), 0)::bigint as recently,
      coalesce(
        sum(case when t.gained then 0 else d.gained end + case when t.gave then 0 else d.gave end), 0
      )::bigint as uncovered
    from days d join covered t on t.day = d.day
    where d.account_id = f.account_id
  ) moved
  where f.gateway = p_gateway;
end
$$;
