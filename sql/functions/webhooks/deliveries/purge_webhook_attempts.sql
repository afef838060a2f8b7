-- Deletes delivery attempts 30 days after they were made; their events go on counting them. At most p_limit; returns
-- how many. For purge_expired_rows().
create or replace function purge_webhook_attempts(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  deleted integer;
begin
  with due as materialized (
    select a.event_id, a.number from webhook_attempts a where a.inserted_at < now() - interval '30 days'
    order by a.inserted_at limit p_limit
    for update skip locked
  )
  delete from webhook_attempts a using due where (a.event_id, a.number) = (due.event_id, due.number);
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
