-- Makes payouts of the next waiting items of a batch, p_most at most, whose money start_payout_batch() has reserved:
-- they are sent, and end, like any other payout. One whose account was blocked since, or whose own reference another
-- payout has got, fails at once. The earlier payouts of a retried item lose that reference to it. With a batch that
-- waits for approval, so do its payouts: only hold_after_restore() asks for that. Returns how many. The caller has it
-- locked. Locks the merchant's ledger accounts if an item has an own reference, or a payout fails.
create or replace function pay_batch_slice(p_batch payout_batches, p_most integer default 200) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  due payout_batch_items[];
  made payouts[];
  refused payouts[];
begin
  select coalesce(array_agg(w.i order by (w.i).place), '{}') into due from (
    select i from payout_batch_items i
    where i.batch_id = p_batch.id and i.status = 'waiting'
    order by i.place limit p_most
  ) w;
  -- The own reference goes to the payout that is tried again.
  update payouts p set merchant_reference = null
  from unnest(due) i
  where i.attempt > 1 and (p.batch_id, p.batch_place) = (p_batch.id, i.place) and p.merchant_reference is not null;
  -- A reference is looked up under these locks, also by accept_payouts(): no other payout gets it meanwhile.
  if exists (select from unnest(due) i where i.merchant_reference is not null) then
    perform lock_balances(array[p_batch.merchant_id], array[p_batch.environment], array['NGN'], true);
  end if;
  with used as (
    select i.place from unnest(due) i join payouts p
      on (p.merchant_id, p.environment, p.merchant_reference)
        = (p_batch.merchant_id, p_batch.environment, i.merchant_reference)
  ), written as (
    insert into payouts as p (
      reference, merchant_id, environment, batch_id, batch_place, batch_attempt, status, amount, fee, vat, stamp_duty,
      exempted_duty, purpose, currency, bank_code, bank_name, account_number, account_name, narration,
      merchant_reference, metadata, trace_id, created_at, updated_at
    )
    select payout_reference(m.reference, 'batch', concat_ws(' ', p_batch.reference, i.place, i.attempt)),
      p_batch.merchant_id, p_batch.environment, p_batch.id, i.place, i.attempt,
      case p_batch.status when 'awaiting_approval' then 'awaiting_approval' else 'pending' end,
      i.amount, i.fee, i.vat, i.stamp_duty, i.exempted_duty, coalesce(i.purpose, 'other'), 'NGN', b.code, b.name,
      i.account_number, i.resolved_name, i.narration,
      case when i.place not in (select u.place from used u) then i.merchant_reference end, i.metadata,
      p_batch.trace_id, p_batch.run_at, business_now(p_batch.merchant_id, p_batch.environment)
    from unnest(due) i join banks b on b.code = i.bank_code join merchants m on m.id = p_batch.merchant_id
    order by i.place
    returning p
  )
  select coalesce(array_agg(w.p order by (w.p).id), '{}') into made from written w;
  update payout_batch_items i set status = 'created', payout_id = m.id
  from unnest(made) m where (i.batch_id, i.place) = (p_batch.id, m.batch_place);

  with refusal as (
    select m.id, case
        when m.merchant_reference is null and i.merchant_reference is not null then 'MERCHANT_REFERENCE_CONFLICT'
        when exists (select from blocked_recipients)
          and blocked_recipient(m.environment, m.bank_code, m.account_number, '') = 'account' then 'DESTINATION_BLOCKED'
      end as code
    from unnest(made) m join unnest(due) i on i.place = m.batch_place
    where m.status = 'pending'
  ), refusing as (
    update payouts p
    set status = 'failed', failure_code = r.code, failure_message = case r.code
        when 'DESTINATION_BLOCKED' then 'Payouts to this account aren''t allowed. Nothing was sent.'
        else 'Another payout has this merchantReference. Nothing was sent.'
      end
    from refusal r where p.id = r.id and r.code is not null
    returning p
  )
  select coalesce(array_agg(f.p), '{}') into refused from refusing f;
  if cardinality(refused) > 0 then
    perform post_journals(array(
      select payout_decision(m, 'failed') from unnest(made) m join unnest(refused) r on r.id = m.id order by m.id
    ));
    perform emit_events(array(select payout_event(r) from unnest(refused) r order by r.id));
  end if;
  update payout_batches b
  set has_slices = b.status = 'processing' and cardinality(due) = p_most, worked_at = clock_timestamp()
  where b.id = p_batch.id;
  perform queue_next_jobs('execute_payout', array[p_batch.merchant_id], p_batch.environment);
  return cardinality(due);
end
$$;
