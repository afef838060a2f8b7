-- simulate_crypto_payment(merchant_id, reference, chain, token, confirm_now) plays the payer of one of the caller's crypto
-- collections: one transaction on its chain, seen first (confirm_now = false: 'confirming', nothing is credited) or
-- confirmed at once or later. chain and token are the collection's own where they are null.
--
-- Returns the collection's chain and token and outcome 'simulated', with the id of the credit to wait for where it is
-- confirmed; 'not_found', 'chain_mismatch', 'token_mismatch' or 'already_settled'. Locks the collection.
create or replace function simulate_crypto_payment(
  merchant_id bigint, reference text, chain text, token text, confirm_now boolean,
  out outcome text, out credit_id bigint, out paid_chain text, out paid_token text
)
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  collection collections;
  transaction_hash text;
begin
  select * into collection from collections c
  where c.reference = simulate_crypto_payment.reference and c.merchant_id = simulate_crypto_payment.merchant_id
    and c.environment = 'test' and c.address is not null
  for update;
  paid_chain := collection.chain;
  paid_token := collection.token;
  transaction_hash := 'sandbox:' || collection.reference;
  outcome := case
    when collection.id is null then 'not_found'
    when simulate_crypto_payment.chain <> collection.chain then 'chain_mismatch'
    when simulate_crypto_payment.token <> collection.token then 'token_mismatch'
    when collection.status not in ('awaiting_payment', 'confirming') or exists (
      select from credits cr
      where cr.environment = 'test' and cr.provider_reference = transaction_hash and cr.status <> 'confirming'
    ) then 'already_settled'
    else 'simulated'
  end;
  if outcome = 'simulated' then
    credit_id := record_credit(
      'test', collection.reference, transaction_hash, collection.amount, collection.currency,
      json_build_object('name', 'SANDBOX PAYER'), simulate_crypto_payment.confirm_now
    );
  end if;
end
$$;
