-- Gives a crypto collection the address that the gateway provisioned. Without an address, or if its merchant may no
-- longer collect, it fails. Notifies the waiting request. The merchant's next one gets a job. Returns false, changing
-- nothing, if the collection is no longer being provisioned.
create or replace function activate_crypto_collection(p_collection_id bigint, p_address text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  collection collections;
begin
  update collections c
  set status = case when usable.address is null then 'failed' else 'awaiting_payment' end,
    address = usable.address
  from (
    select case when may_collect(w.merchant_id, w.environment) then p_address end as address
    from collections w where w.id = p_collection_id
  ) usable
  where c.id = p_collection_id and c.status = 'provisioning'
  returning c.* into collection;
  if not found then
    return false;
  end if;
  perform queue_next_jobs('provision_crypto_address', array[collection.merchant_id], collection.environment);
  perform notify_results('crypto_collection', array[p_collection_id]);
  return true;
end
$$;
