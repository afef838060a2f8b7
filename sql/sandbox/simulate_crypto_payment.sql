-- Pays one of the merchant's test crypto collections: one transaction, confirmed if p_confirm_now, else seen but not
-- final ('confirming', nothing is credited). p_chain and p_token are paid; null means the collection's own, which is
-- polygon and USDC for one that accepts any.
--
-- Returns the chain and token that were paid and an outcome: 'simulated', with the credit's id if confirmed;
-- 'not_found'; 'chain_mismatch'; 'token_mismatch'; 'already_settled'. Locks the collection.
create or replace function simulate_crypto_payment(
  p_merchant_id bigint, p_reference text, p_chain text, p_token text, p_confirm_now boolean,
  p_trace_id uuid default null,
  out outcome text, out credit_id bigint, out paid_chain text, out paid_token text
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  collection collections;
  transaction_hash text;
begin
  select * into collection from collections c
  where c.reference = p_reference and c.merchant_id = p_merchant_id
    and c.environment = 'test' and c.address is not null
  for update;
  paid_chain := coalesce(p_chain, collection.chain);
  paid_token := coalesce(p_token, collection.token);
  transaction_hash := 'sandbox:' || collection.reference;
  outcome := case
    when collection.id is null then 'not_found'
    when p_chain <> collection.chain and not collection.takes_any_chain then 'chain_mismatch'
    when p_token <> collection.token and not collection.takes_any_token then 'token_mismatch'
    when collection.status not in ('awaiting_payment', 'confirming') or exists (
      select from credits cr
      where cr.environment = 'test' and cr.provider_reference = transaction_hash and cr.status <> 'confirming'
    ) then 'already_settled'
    else 'simulated'
  end;
  if outcome = 'simulated' then
    credit_id := (record_credit(
      'test', collection.reference, transaction_hash, collection.amount, collection.currency,
      json_build_object('name', 'SANDBOX PAYER'), p_confirm_now, p_trace_id => p_trace_id
    )).credit_id;
  end if;
end
$$;
