-- settle_credit(credit_id) books a recorded credit: once, whoever calls it how often.
--
-- A credit of exactly what an open collection expects settles it: money to the merchant's available balance, the
-- virtual account closed, collection.success. Any other credit is booked in suspense for an operator; it is never
-- left out of the books. Returns 'settled' or 'suspended', also when that happened before.
-- Locks the virtual account, the collection, then the merchant's ledger accounts.
create or replace function settle_credit(credit_id bigint) returns text
language plpgsql set search_path = public, pg_temp as $$
declare
  credit credits;
  collection collections;
  fits boolean;
begin
  select * into strict credit from credits where id = credit_id;
  perform from virtual_accounts v join collections c on c.virtual_account_id = v.id
  where c.id = credit.collection_id for update of v;
  select * into strict collection from collections where id = credit.collection_id for update;
  select * into strict credit from credits where id = credit_id for update;
  if credit.status <> 'received' then
    return credit.status;
  end if;

  fits := collection.status = 'awaiting_payment'
    and credit.amount = collection.amount and credit.currency = collection.currency;

  if not fits then
    update credits set status = 'suspended' where id = credit_id;
    perform post_journals(array[(
      'credit_suspended', credit.reference, credit.merchant_id, credit.environment, credit.currency,
      0, 0, -credit.amount, 0, credit.amount
    )::ledger_movement]);
    perform notify_answer('credit:' || credit_id);
    return 'suspended';
  end if;

  update credits set status = 'settled' where id = credit_id;
  update virtual_accounts set status = 'closed' where id = collection.virtual_account_id;
  update collections
  set status = 'succeeded', amount_received = credit.amount, payer = credit.payer, settled_at = now()
  where id = collection.id
  returning * into collection;
  perform post_journals(array[(
    'credit_settled', credit.reference, credit.merchant_id, credit.environment, credit.currency,
    credit.amount - collection.fee, 0, -credit.amount, collection.fee, 0
  )::ledger_movement]);
  perform emit_event(collection.merchant_id, collection.environment, 'collection.success', collection_json(collection));
  perform notify_answer('credit:' || credit_id);
  return 'settled';
end
$$;
