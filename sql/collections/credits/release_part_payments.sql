-- Releases from suspense the money that a succeeded collection got in parts: 500 credits, so that the statement ends in
-- time and the merchant's ledger accounts are free soon. If more are left, the job of the credit that completed the
-- collection continues. For settle_credit() and settle_collection(), which hold the collection's lock.
create or replace function release_part_payments(p_collection_id bigint, p_credit_id bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  few constant integer := 500;
  released bigint[];
begin
  released := array(
    select cr.id from credits cr
    where cr.collection_id = p_collection_id and cr.status = 'suspended' and cr.is_counted
      and cr.currency = (select c.currency from collections c where c.id = p_collection_id)
    order by cr.id limit few
  );
  if cardinality(released) > 0 then
    perform post_journals(array(
      select (
        'credit_released', cr.reference, cr.merchant_id, cr.environment, cr.currency,
        cr.amount, 0, 0, 0, 0, 0, -cr.amount, null
      )::ledger_movement
      from credits cr where cr.id = any (released) order by cr.id
    ));
    update credits cr set status = 'settled' where cr.id = any (released);
    perform emit_credit_events(released);
  end if;
  if cardinality(released) = few then
    update collections c set releasing_credit_id = p_credit_id where c.id = p_collection_id;
    perform enqueue_jobs('settle_credit', array[p_credit_id]);
  else
    update collections c set releasing_credit_id = null
    where c.id = p_collection_id and c.releasing_credit_id is not null;
  end if;
end
$$;
