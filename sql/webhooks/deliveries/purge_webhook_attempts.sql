-- Forgets delivery attempts 30 days after they were made: whole partitions, and rows where the partition is not of a
-- week, at most p_limit. Their events go on counting them. Returns how many rows went, those of dropped partitions not
-- counted. For purge_expired_rows().
create or replace function purge_webhook_attempts(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  term constant interval := interval '30 days';
  deleted integer;
begin
  deleted := delete_old_rows('webhook_attempts_default', term, p_limit)
    + delete_old_rows('webhook_attempts_before', term, p_limit);
  perform keep_partitions('webhook_attempts');
  return deleted;
end
$$;
