-- Keeps the status of an unmatched credit by the refund that returns it: returning, refunded once that succeeded, and
-- in suspense again if it failed, was canceled or reversed; then it no longer counts towards its collection. Raises the
-- check violation unmatched_credit_goes_one_way if the credit went another way meanwhile. One that was accepted stays
-- so: return_movement() takes the money from the balance then. Locks the collection, then the credit; the payout's row
-- is locked already.
create or replace function follow_return() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  given_back constant text[] := array['failed', 'canceled', 'reversed'];
  earlier constant text := case
    when tg_op = 'INSERT' or old.status = any (given_back) then 'suspended'
    when old.status = 'succeeded' then 'refunded'
    else 'returning'
  end;
  present constant text := case
    when new.status = any (given_back) then 'suspended' when new.status = 'succeeded' then 'refunded' else 'returning'
  end;
  credit credits;
begin
  if earlier = present then
    return null;
  end if;
  perform from collections c where c.id = new.collection_id for update;
  select * into strict credit from credits cr where cr.id = new.credit_id for update;
  if credit.status = 'settled' and tg_op = 'UPDATE' then
    return null;
  elsif credit.status <> earlier then
    raise exception 'credit % is %', credit.reference, credit.status
      using errcode = 'check_violation', constraint = 'unmatched_credit_goes_one_way';
  end if;
  perform uncount_credit(credit);
  update credits cr set status = present where cr.id = credit.id;
  if present <> 'returning' then
    perform emit_credit_events(array[credit.id]);
  end if;
  return null;
end
$$;

create or replace trigger follow_return
after insert or update of status on payouts
for each row when (new.credit_id is not null)
execute function follow_return();
