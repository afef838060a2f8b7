-- Deletes name enquiries a day after they were made; a result is used for ten minutes. At most p_limit; returns how
-- many. For purge_expired_rows().
create or replace function purge_name_enquiries(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  deleted integer;
begin
  with due as materialized (
    select n.id from name_enquiries n where n.inserted_at < now() - interval '1 day'
    order by n.inserted_at limit p_limit
    for update skip locked
  )
  delete from name_enquiries n using due where n.id = due.id;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
