-- Deletes Idempotency-Keys 30 days after they were used, when they no longer count. At most p_limit; returns how many.
-- For purge_expired_rows().
create or replace function purge_idempotency_keys(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  deleted integer;
begin
  with due as materialized (
    select k.merchant_id, k.environment, k.route, k.key
    from idempotency_keys k
    where k.created_at < now() - interval '30 days'
    order by k.created_at limit p_limit
    for update skip locked
  )
  delete from idempotency_keys k using due
  where (k.merchant_id, k.environment, k.route, k.key) = (due.merchant_id, due.environment, due.route, due.key);
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
