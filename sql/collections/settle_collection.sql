-- Completes a collection with the credit that pays it: one that just came, or one in suspense that its merchant accepts
-- now. For settle_credit() and accept_credit() only, which hold the locks.
--
-- Releases the collection's money from suspense (very many parts in several steps, release_part_payments), closes its
-- virtual account and emits collection.success. A one-time payment link becomes paid and its other accounts expire: up
-- to 100 here, so that the payment does not wait for an abused link, the rest by the sweep.
create or replace function settle_collection(p_collection_id bigint, p_credit_id bigint, p_is_late boolean) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  collection collections;
  credit credits;
  was_held boolean;
begin
  select * into strict credit from credits where id = p_credit_id;
  was_held := credit.status = 'suspended';
  update collections c
  set status = 'succeeded', amount_received = c.amount_received + credit.amount,
    payer = coalesce(credit.payer, c.payer), late = p_is_late, settled_at = business_now(c.merchant_id, c.environment)
  where c.id = p_collection_id
  returning * into collection;
  -- A later collection may have the account by now.
  update virtual_accounts v set status = 'closed'
  where v.id = collection.virtual_account_id
    and not exists (select from collections c where c.virtual_account_id = v.id and c.id > collection.id);

  perform emit_credit_events(release_part_payments(collection.id, p_credit_id));
  perform post_journals(array[(
    case when was_held then 'credit_accepted' else 'credit_settled' end, credit.reference, credit.merchant_id,
    credit.environment, credit.currency, credit.amount - collection.fee, 0,
    case when was_held then 0 else -credit.amount end, collection.fee, 0, 0,
    case when was_held then -credit.amount else 0 end, credit_gateway(credit)
  )::ledger_movement]);
  update credits cr set status = 'settled' where cr.id = p_credit_id;

  update payment_links l set status = 'paid', updated_at = collection.settled_at
  where l.id = collection.payment_link_id and l.link_type = 'one_time';
  if found then
    perform expire_virtual_account(v.id)
    from virtual_accounts v
    where v.id in (
      select a.id from virtual_accounts a
      where a.payment_link_id = collection.payment_link_id and a.status = 'active'
      order by a.id limit 100
    );
    update payment_links l set has_open_accounts = true
    where l.id = collection.payment_link_id and exists (
      select from virtual_accounts v where v.payment_link_id = l.id and v.status = 'active'
    );
  end if;
  -- Less of it is in suspense by now.
  select * into strict collection from collections where id = p_collection_id;
  perform emit_event(
    collection.merchant_id, collection.environment, 'collection.success', collection_json(collection), credit.trace_id
  );
end
$$;
