-- expire_virtual_account(account_id) ends an active account and its open collection, and tells of it (collection.expired).
--
-- Returns false, changing nothing, where the account is not active, or money that came in time is not booked yet: that
-- settles first. Locks the account, then its collection.
create or replace function expire_virtual_account(account_id bigint) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  collection collections;
begin
  update virtual_accounts v set status = 'expired'
  where v.id = account_id and v.status = 'active' and not exists (
    select from collections c join credits cr on cr.collection_id = c.id
    where c.virtual_account_id = v.id and cr.status = 'received' and cr.received_at <= v.expires_at
  );
  if not found then
    return false;
  end if;
  update collections set status = 'expired'
  where virtual_account_id = account_id and status in ('awaiting_payment', 'confirming', 'underpaid')
  returning * into collection;
  if found then
    perform emit_event(collection.merchant_id, collection.environment, 'collection.expired', collection_json(collection));
  end if;
  return true;
end
$$;
