-- Returns the days of a provider to compare after statements of p_from to p_to were imported: these, and the 60 oldest
-- with differences, which the new lines may explain.
create or replace function days_to_reconcile(p_gateway text, p_from date, p_to date) returns setof date
language sql stable set search_path = public, pg_temp as $$
  select day::date from generate_series(p_from, p_to, interval '1 day') day
  union
  (
    select distinct d.day from reconciliation_differences d
    where d.gateway = p_gateway and d.closed_at is null
    order by d.day limit 60
  )
  order by 1
$$;
