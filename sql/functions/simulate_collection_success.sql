-- simulate_collection_success(merchant_id, reference) plays the payer of one of the caller's test accounts: it records
-- a credit of the amount that the account expects.
--
-- Returns outcome 'simulated' with the credit's id, 'not_found' (no such test account of this merchant),
-- 'already_settled' or 'expired'. The credit's provider reference is the collection's, so that of several
-- simulations at once one is recorded.
create or replace function simulate_collection_success(
  merchant_id bigint, reference text, out outcome text, out credit_id bigint
)
language plpgsql set search_path = public, pg_temp as $$
declare
  collection collections;
begin
  select c.* into collection
  from virtual_accounts v join collections c on c.virtual_account_id = v.id
  where v.reference = simulate_collection_success.reference
    and v.merchant_id = simulate_collection_success.merchant_id and v.environment = 'test'
  order by c.id desc limit 1;

  outcome := case
    when collection.id is null then 'not_found'
    when collection.status = 'expired' then 'expired'
    when collection.status <> 'awaiting_payment' then 'already_settled'
  end;
  if outcome is not null then
    return;
  end if;

  credit_id := record_credit(
    collection.id, 'sandbox:' || collection.reference, collection.amount, collection.currency,
    json_build_object('name', 'SANDBOX PAYER')
  );
  outcome := case when credit_id is null then 'already_settled' else 'simulated' end;
end
$$;
