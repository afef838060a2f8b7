-- activate_crypto_collection(collection_id, address) gives a requested crypto collection the address that the gateway
-- provisioned, or gives it up where address is null, and tells who waits. Returns whether it was still being provisioned.
create or replace function activate_crypto_collection(collection_id bigint, address text) returns boolean
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  update collections c
  set status = case when activate_crypto_collection.address is null then 'failed' else 'awaiting_payment' end,
    address = activate_crypto_collection.address
  where c.id = activate_crypto_collection.collection_id and c.status = 'provisioning';
  if not found then
    return false;
  end if;
  perform notify_result('crypto_collection:' || activate_crypto_collection.collection_id);
  return true;
end
$$;
