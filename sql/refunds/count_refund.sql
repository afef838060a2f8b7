-- Keeps collections.amount_refunded: a refund counts unless it failed, was canceled or reversed. The check
-- refunds_are_within_what_was_received refuses what is more than was received. Locks the collection; the payout's row
-- is locked already, so whoever locks both takes the payout first, and ledger accounts after both.
create or replace function count_refund() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  given_back constant text[] := array['failed', 'canceled', 'reversed'];
  counts constant boolean := new.status <> all (given_back);
  counted constant boolean := tg_op = 'UPDATE' and old.status <> all (given_back);
begin
  if counts <> counted then
    update collections c
    set amount_refunded = c.amount_refunded + case when counts then new.amount else -new.amount end
    where c.id = new.collection_id;
  end if;
  return null;
end
$$;

create or replace trigger count_refund
after insert or update of status on payouts
for each row when (new.collection_id is not null and new.credit_id is null)
execute function count_refund();
