-- Deletes batches that ended without a start, 30 days after they were made, with their items: three at most, since each
-- has up to 10,000. Returns how many. For purge_expired_rows().
create or replace function purge_payout_batches() returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  due constant bigint[] := array(
    select b.id from payout_batches b
    where b.runs = 0 and b.worked_at < now() - interval '30 days' and b.status in ('canceled', 'failed')
    order by b.worked_at limit 3 for update skip locked
  );
begin
  delete from payout_batches b where b.id = any (due);
  return cardinality(due);
end
$$;
