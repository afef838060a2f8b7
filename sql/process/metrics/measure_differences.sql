-- Returns what the metrics say of differences between providers' statements and our books that nobody has closed, by
-- provider and kind: how many, and the age of the oldest in seconds. One that may only be late counts from a week on:
-- the statements that would tell have not come. Reads the oldest 10,000, by an index.
create or replace function measure_differences()
returns table (measure text, subject text, state text, value double precision)
language sql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
  select measured.measure, found.provider, found.kind, measured.value
  from (
    select oldest.provider, oldest.kind, count(*) as n, extract(epoch from now() - min(oldest.first_seen_at)) as age
    from (
      select d.provider, d.kind, d.state, d.first_seen_at from reconciliation_differences d
      where d.closed_at is null order by d.first_seen_at limit 10000
    ) oldest
    where oldest.state = 'open' or oldest.first_seen_at < now() - interval '7 days'
    group by oldest.provider, oldest.kind
  ) found
  cross join lateral (
    values ('differences', found.n::double precision), ('oldest_difference', found.age::double precision)
  ) measured (measure, value)
$$;
