-- Deletes API keys that have been useless for a year; the audit log goes on naming them. At most p_limit; returns how
-- many. For purge_expired_rows().
create or replace function purge_api_keys(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  deleted integer;
begin
  with due as materialized (
    select k.id from api_keys k where least(k.revoked_at, k.expires_at) < now() - interval '1 year'
    order by least(k.revoked_at, k.expires_at) limit p_limit
    for update skip locked
  )
  delete from api_keys k using due where k.id = due.id;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
