-- Deletes checkout sessions to whose account nothing was paid within 7 days. Those that were paid are kept, without
-- their payers' networks, and not looked at again; so are accounts and collections, by which late money is
-- known (purge_unpaid_accounts). At most p_limit; returns how many it looked at. For purge_expired_rows().
create or replace function purge_checkout_sessions(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  handled integer;
begin
  with due as materialized (
    select s.id, exists (
      select from collections c join credits cr on cr.collection_id = c.id
      where c.virtual_account_id = s.virtual_account_id
    ) as is_paid
    from checkout_sessions s where s.purge_at <= now()
    order by s.purge_at limit p_limit
    for update of s skip locked
  ), kept as (
    update checkout_sessions s set purge_at = null, network = null, wide_network = null
    from due where s.id = due.id and due.is_paid
  ), deleted as (
    delete from checkout_sessions s using due where s.id = due.id and not due.is_paid
  )
  select count(*) into handled from due;
  return handled;
end
$$;
