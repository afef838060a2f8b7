-- Deletes virtual accounts that payers or tests requested and nobody paid, with their collections: live ones a year,
-- test ones 180 days after the request. Keeps those that any money came to, however late, and payers' accounts that the
-- merchant uses for its own collections. The provider may still report money for a deleted account: record_credit()
-- keeps it in suspense with the account's reference, for an operator to release to the merchant that the provider
-- names. At most p_limit; returns how many were processed. For purge_expired_rows().
create or replace function purge_unpaid_accounts(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  account virtual_accounts;
  handled integer := 0;
  locked integer;
begin
  for account in
    select v.* from virtual_accounts v where v.purge_at <= now()
    order by v.purge_at limit p_limit
    for update skip locked
  loop
    -- Money is just being reported for its collection: retry the account later.
    perform from collections c where c.virtual_account_id = account.id for update skip locked;
    get diagnostics locked = row_count;
    continue when locked < (select count(*) from collections c where c.virtual_account_id = account.id);
    handled := handled + 1;
    if account.status in ('provisioning', 'active') then
      update virtual_accounts v set purge_at = now() + interval '30 days' where v.id = account.id;
    elsif (account.environment = 'live' and account.payment_link_id is null) or exists (
      select from collections c join credits cr on cr.collection_id = c.id where c.virtual_account_id = account.id
    ) then
      update virtual_accounts v set purge_at = null where v.id = account.id;
    else
      delete from checkout_sessions s where s.virtual_account_id = account.id;
      delete from collections c where c.virtual_account_id = account.id;
      delete from virtual_accounts v where v.id = account.id;
    end if;
  end loop;
  return handled;
end
$$;
