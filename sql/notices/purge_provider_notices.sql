-- Deletes what providers reported 90 days ago. At most p_limit; returns how many. For purge_expired_rows().
create or replace function purge_provider_notices(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  gone integer;
begin
  with due as materialized (
    select n.id from provider_notices n where n.received_at < now() - interval '90 days'
    order by n.received_at limit p_limit
    for update skip locked
  )
  delete from provider_notices n using due where n.id = due.id;
  get diagnostics gone = row_count;
  return gone;
end
$$;
