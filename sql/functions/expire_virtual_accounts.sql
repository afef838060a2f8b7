-- expire_virtual_accounts() expires the active accounts whose time is over, with their open collections, and emits
-- collection.expired for each. Returns how many. An account that a settlement has locked is left for the next sweep.
create or replace function expire_virtual_accounts() returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  account virtual_accounts;
  collection collections;
  expired integer := 0;
begin
  for account in
    select * from virtual_accounts where status = 'active' and expires_at <= now()
    order by expires_at limit 500
    for update skip locked
  loop
    update virtual_accounts set status = 'expired' where id = account.id;
    update collections set status = 'expired'
    where virtual_account_id = account.id and status in ('awaiting_payment', 'underpaid')
    returning * into collection;
    if found then
      perform emit_event(collection.merchant_id, collection.environment, 'collection.expired', collection_json(collection));
    end if;
    expired := expired + 1;
  end loop;
  return expired;
end
$$;
