-- Goes on canceling a batch whose cancellation has begun: gives back the money of the next waiting items, one journal
-- each, and cancels the next payouts that no worker has claimed; p_most of both at most. One that is locked is tried
-- again. What is held because a provider's statement has it stays. Returns how many. The caller has the batch locked.
-- Locks the payouts, then the merchant's ledger accounts.
create or replace function cancel_batch_slice(p_batch payout_batches, p_most integer default 200) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  given_back payout_batch_items[];
  cancelable bigint[];
  locked bigint[];
  unsent payouts[];
begin
  with next as (
    select i.place from payout_batch_items i where i.batch_id = p_batch.id and i.status = 'waiting'
    order by i.place limit p_most
  ), ending as (
    update payout_batch_items i set status = 'canceled' from next n
    where (i.batch_id, i.place) = (p_batch.id, n.place)
    returning i
  )
  select coalesce(array_agg(e.i order by (e.i).place), '{}') into given_back from ending e;
  cancelable := array(
    select p.id from payouts p
    where p.batch_id = p_batch.id and p.status = 'pending' and not exists (
      select from payout_holds h where h.payout_id = p.id and h.cause = 'statement' and h.decision is null
    )
    order by p.id limit greatest(p_most - cardinality(given_back), 0)
  );
  locked := lock_payouts(cancelable, false);
  -- Whoever had them locked may have claimed or held them.
  select coalesce(array_agg(p order by p.id), '{}') into unsent
  from payouts p
  where p.id = any (locked) and p.status = 'pending' and not exists (
    select from payout_holds h where h.payout_id = p.id and h.cause = 'statement' and h.decision is null
  );

  perform lock_balances(array[p_batch.merchant_id], array[p_batch.environment], array['NGN'], true);
  if cardinality(given_back) > 0 then
    perform post_journals(array(
      select (
        'batch_released', concat_ws('.', p_batch.reference, i.place, i.attempt), p_batch.merchant_id,
        p_batch.environment, 'NGN', i.amount + i.fee, -(i.amount + i.fee), 0, 0, 0, 0, 0, null
      )::ledger_movement
      from unnest(given_back) i order by i.place
    ));
    perform give_back_batch_limits(p_batch, given_back);
  end if;
  if cardinality(unsent) > 0 then
    perform cancel_unsent(unsent);
  end if;
  update payout_batches b
  set has_slices = b.status = 'processing' and (
      cardinality(given_back) + cardinality(cancelable) = p_most or cardinality(unsent) < cardinality(cancelable)
    ),
    worked_at = clock_timestamp()
  where b.id = p_batch.id;
  return cardinality(given_back) + cardinality(unsent);
end
$$;
