-- Deletes checks of webhooks' hosts a day after they were requested. At most p_limit; returns how many. For
-- purge_expired_rows().
create or replace function purge_host_checks(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  deleted integer;
begin
  with due as materialized (
    select h.id from host_checks h where h.requested_at < now() - interval '1 day'
    order by h.requested_at limit p_limit
    for update skip locked
  )
  delete from host_checks h using due where h.id = due.id;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
