-- Gives a crypto collection the address that the gateway provisioned; a null address fails it. Notifies the waiting
-- request. Returns false, changing nothing, if the collection is no longer being provisioned.
create or replace function activate_crypto_collection(p_collection_id bigint, p_address text) returns boolean
language plpgsql set search_path = public, pg_temp as $$
begin
  update collections c
  set status = case when p_address is null then 'failed' else 'awaiting_payment' end,
    address = p_address
  where c.id = p_collection_id and c.status = 'provisioning';
  if not found then
    return false;
  end if;
  perform notify_result('crypto_collection:' || p_collection_id);
  return true;
end
$$;
