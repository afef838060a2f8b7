-- request_crypto_collection(merchant_id, environment, amount, chain, token, customer_email) asks for an address that expects
-- amount US cents in a token on a chain. Returns the collection's id; a worker provisions the address.
-- Opens the merchant's dollar accounts where this is the first time.
create or replace function request_crypto_collection(
  merchant_id bigint, environment text, amount bigint, chain text, token text, customer_email text
) returns bigint
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  collection_id bigint;
begin
  insert into ledger_accounts (merchant_id, environment, currency, kind, balance)
  select request_crypto_collection.merchant_id, request_crypto_collection.environment, 'USD', kind, 0
  from unnest(array['available', 'reserved']) kind
  on conflict on constraint ledger_account_is_unique do nothing;

  insert into collections (
    reference, merchant_id, environment, status, amount, currency, chain, token, customer_email, created_at
  ) values (
    new_reference('col'), request_crypto_collection.merchant_id, request_crypto_collection.environment, 'provisioning',
    request_crypto_collection.amount, 'USD', request_crypto_collection.chain, request_crypto_collection.token,
    request_crypto_collection.customer_email,
    business_now(request_crypto_collection.merchant_id, request_crypto_collection.environment)
  )
  returning id into collection_id;
  perform enqueue_jobs('provision_crypto_address', array[collection_id]);
  return collection_id;
end
$$;
