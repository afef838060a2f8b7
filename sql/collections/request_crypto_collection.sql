-- Requests an address that expects p_amount US cents in a token on a chain. If p_chain or p_token is null, the address
-- is for polygon or USDC, and a payment on any chain or in any token is accepted. It gets a job unless enough of the
-- merchant's are pending: it then follows them (queue_next_jobs). Opens the merchant's dollar accounts if this is the
-- first one. Returns the collection's id. Raises PB007 if the merchant may not collect, and a unique
-- violation if another collection has p_merchant_reference.
create or replace function request_crypto_collection(
  p_merchant_id bigint, p_environment text, p_amount bigint, p_chain text, p_token text, p_customer_email text,
  p_trace_id uuid default null, p_merchant_reference text default null, p_metadata json default null
) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  collection_id bigint;
begin
  perform require_collecting(p_merchant_id, p_environment);
  perform open_accounts(p_merchant_id, p_environment, 'USD');

  insert into collections (
    reference, merchant_id, environment, status, amount, currency, chain, token, takes_any_chain, takes_any_token,
    customer_email, merchant_reference, metadata, created_at, trace_id
  ) values (
    new_reference('col'), p_merchant_id, p_environment, 'provisioning', p_amount, 'USD',
    coalesce(p_chain, 'polygon'), coalesce(p_token, 'USDC'), p_chain is null, p_token is null,
    p_customer_email, p_merchant_reference, p_metadata, business_now(p_merchant_id, p_environment), p_trace_id
  )
  returning id into collection_id;
  perform queue_next_jobs('provision_crypto_address', array[p_merchant_id], p_environment, array[collection_id]);
  return collection_id;
end
$$;
