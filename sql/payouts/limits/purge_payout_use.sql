-- Deletes what was used of limits three days ago: a day's rows are read that day alone. At most p_limit; returns how
-- many. For purge_expired_rows().
create or replace function purge_payout_use(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  gone integer;
begin
  delete from payout_use u
  where u.ctid = any (array(
    select due.ctid from payout_use due where due.created_at < now() - interval '3 days'
    order by due.created_at limit p_limit
    for update skip locked
  ));
  get diagnostics gone = row_count;
  return gone;
end
$$;
