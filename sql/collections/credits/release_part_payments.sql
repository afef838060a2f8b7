-- Ends the wait of what came for a collection before that ended: what counts is released from suspense if the
-- collection succeeded, and an accept of it no longer waits for approval; all else is unmatched from now on. 500
-- credits, so that the statement ends in time and the merchant's ledger accounts are free soon. If more are left, the
-- job of p_credit_id continues. Returns the credits: the caller emits their events. For settle_credit(),
-- settle_collection() and expire_virtual_account(), which hold the collection's lock.
create or replace function release_part_payments(p_collection_id bigint, p_credit_id bigint) returns bigint[]
language plpgsql set search_path = public, pg_temp as $$
declare
  few constant integer := 500;
  succeeded constant text := (
    select c.currency from collections c where c.id = p_collection_id and c.status = 'succeeded'
  );
  parts bigint[];
  released bigint[];
begin
  parts := array(
    select cr.id from credits cr
    where cr.collection_id = p_collection_id and cr.status = 'suspended'
      and (cr.unmatched_reason is null or (cr.is_counted and cr.currency = succeeded))
    order by cr.id limit few
  );
  released := array(
    select cr.id from credits cr where cr.id = any (parts) and cr.is_counted and cr.currency = succeeded order by cr.id
  );
  if cardinality(released) > 0 then
    -- Nobody need approve an accept of what is available now. Whoever has one locked is ending it.
    perform withdraw_acceptance(w.credit_id) from (
      select a.credit_id from approvals a where a.credit_id = any (released) order by a.id for update skip locked
    ) w;
    perform post_journals(array(
      select (
        'credit_released', cr.reference, cr.merchant_id, cr.environment, cr.currency,
        cr.amount, 0, 0, 0, 0, 0, -cr.amount, null
      )::ledger_movement
      from credits cr where cr.id = any (released) order by cr.id
    ));
    update credits cr set status = 'settled' where cr.id = any (released);
  end if;
  if cardinality(parts) > cardinality(released) then
    update credits cr set unmatched_reason = 'wrong_amount' where cr.id = any (parts) and cr.status = 'suspended';
  end if;
  if cardinality(parts) = few then
    update collections c set releasing_credit_id = p_credit_id where c.id = p_collection_id;
    perform enqueue_jobs('settle_credit', array[p_credit_id]);
  else
    update collections c set releasing_credit_id = null
    where c.id = p_collection_id and c.releasing_credit_id is not null;
  end if;
  return parts;
end
$$;
