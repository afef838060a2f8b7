-- record_credit(collection_id, provider_reference, amount, currency, payer) records money that a gateway received and
-- queues its settlement. Amounts are in minor units. Returns the credit's id, or null where the provider reported
-- this transaction before: a credit is recorded once, however often it is reported.
create or replace function record_credit(
  collection_id bigint, provider_reference text, amount bigint, currency text, payer json
) returns bigint
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  credit_id bigint;
begin
  insert into credits (reference, merchant_id, environment, collection_id, provider_reference, amount, currency, payer)
  select new_reference('crd'), c.merchant_id, c.environment, c.id, record_credit.provider_reference,
    record_credit.amount, record_credit.currency, record_credit.payer
  from collections c where c.id = record_credit.collection_id
  on conflict on constraint credit_is_recorded_once do nothing
  returning id into credit_id;

  if credit_id is not null then
    perform enqueue_jobs('settle_collection', array[credit_id]);
  end if;
  return credit_id;
end
$$;
