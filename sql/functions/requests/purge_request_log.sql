-- Deletes what is older than 30 days from the log of requests: rows arrive in about the order of their ids, so that of
-- the oldest p_limit. Returns how many went. For purge_expired_rows().
create or replace function purge_request_log(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  deleted integer := 0;
  deleted_days integer;
begin
  if (select l.created_at from request_log l order by l.id limit 1) < now() - interval '30 days' then
    with oldest as materialized (
      select l.id, l.created_at from request_log l order by l.id limit p_limit
    )
    delete from request_log l using oldest o
    where l.id = o.id and o.created_at < now() - interval '30 days';
    get diagnostics deleted = row_count;
  end if;

  with due as materialized (
    select d.merchant_id, d.environment, d.day from request_log_days d
    where d.day < (now() at time zone 'UTC')::date - 31
    order by d.day limit p_limit
    for update skip locked
  )
  delete from request_log_days d using due
  where (d.merchant_id, d.environment, d.day) = (due.merchant_id, due.environment, due.day);
  get diagnostics deleted_days = row_count;
  return deleted + deleted_days;
end
$$;
