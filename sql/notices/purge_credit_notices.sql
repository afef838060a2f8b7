-- Deletes what providers named 90 days ago, and nobody is asked about any more. At most p_limit; returns how many. For
-- purge_expired_rows().
create or replace function purge_credit_notices(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  gone integer;
begin
  with due as materialized (
    select n.id from credit_notices n
    where n.next_ask_at is null and n.received_at < now() - interval '90 days'
    order by n.received_at limit p_limit
    for update skip locked
  )
  delete from credit_notices n using due where n.id = due.id;
  get diagnostics gone = row_count;
  return gone;
end
$$;
