-- Forgets what is older than 30 days in the log of requests: whole partitions, and rows where the partition is not of a
-- week, at most p_limit. Of what was written before the log had partitions, those that arrived then, by created_at:
-- rows arrived in about the order of their ids, so that of the oldest ids. Returns how many rows went, those of dropped
-- partitions not counted. For purge_expired_rows().
create or replace function purge_request_log(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  term constant interval := interval '30 days';
  deleted integer;
  deleted_before integer := 0;
  deleted_days integer;
begin
  deleted := delete_old_rows('request_log_default', term, p_limit);

  if to_regclass('request_log_before') is not null then
    execute '
      delete from request_log_before l
      using (select o.id, o.created_at from request_log_before o order by o.id limit $1) oldest
      where l.id = oldest.id and oldest.created_at < now() - $2' using p_limit, term;
    get diagnostics deleted_before = row_count;
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

  perform keep_partitions('request_log');
  return deleted + deleted_before + deleted_days;
end
$$;
