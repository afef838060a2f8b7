-- Returns the next poll time after p_present for a provider without a final answer, about what began at p_since: 10 s,
-- 30 s, 1, 2, 4, 10 and 30 min after it, then every hour up to 24 h; or at p_since, if that is still ahead. Times
-- missed in an outage are skipped. Null if none is left, or p_since is null.
create or replace function next_poll_time(p_since timestamptz, p_present timestamptz) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select min(p_since + distance)
  from unnest(interval '0' || array[
    interval '10 s', '30 s', '1 min', '2 min', '4 min', '10 min', '30 min'
  ] || array(select make_interval(hours => h) from generate_series(1, 24) h)) distance
  where p_since + distance > p_present
$$;
