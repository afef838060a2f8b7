-- Deletes virtual accounts and crypto collections that could not be provisioned, 7 days after they were requested:
-- their callers got an error, and nobody has seen a number or an address. At most p_limit of each; returns how many.
-- For purge_expired_rows().
create or replace function purge_failed_requests(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  accounts integer;
  addresses integer;
begin
  with due as materialized (
    select v.id from virtual_accounts v
    where v.status = 'failed' and v.inserted_at < now() - interval '7 days'
      and not exists (select from checkout_sessions s where s.virtual_account_id = v.id)
    order by v.inserted_at limit p_limit
    for update skip locked
  )
  delete from virtual_accounts v using due where v.id = due.id;
  get diagnostics accounts = row_count;

  with due as materialized (
    select c.id from collections c
    where c.status = 'failed' and c.inserted_at < now() - interval '7 days'
      -- Money that was reported for it all the same waits for an operator.
      and not exists (select from credits cr where cr.collection_id = c.id)
    order by c.inserted_at limit p_limit
    for update skip locked
  )
  delete from collections c using due where c.id = due.id;
  get diagnostics addresses = row_count;
  return accounts + addresses;
end
$$;
