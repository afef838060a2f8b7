-- Carries out a start or retry for start_payout_batch(), its only caller, which holds the locks and undoes all of it
-- unless the outcome is 'started': reserves the money of the valid items in one journal, and has them wait to become
-- payouts. p_most_duplicates: how many items that have a duplicate may go; null for any. reasons: why the batch needs
-- approval; null if it does not.
create or replace function reserve_payout_batch(
  p_batch payout_batches, p_present timestamptz, p_confirms_close boolean, p_most_duplicates integer,
  p_skips_invalid boolean, p_expected_total bigint, out outcome text, out details json, out reasons text[]
)
language plpgsql set search_path = public, pg_temp as $$
declare
  found_items record;
  due record;
  terms record;
  reached json;
begin
  select count(*) filter (where i.status = 'valid') as valid,
    count(*) filter (where i.status = 'invalid' and not p_skips_invalid) as invalid,
    count(*) filter (where i.status = 'valid' and i.duplicate is not null) as duplicates,
    count(*) filter (where u.is_open and i.name_match = 'close') as close,
    count(*) filter (where u.is_open and i.name_match = 'unchecked') as unchecked
  into found_items
  from payout_batch_items i
  cross join lateral (select i.status = 'valid' and not i.is_confirmed and not p_confirms_close as is_open) u
  where i.batch_id = p_batch.id;
  -- Another batch with the same rows may have been started since the caller looked.
  if found_items.duplicates > p_most_duplicates is not true then
    found_items.duplicates := 0;
  end if;
  outcome := case
    when found_items.invalid + found_items.duplicates + found_items.close + found_items.unchecked > 0
      then 'needs_confirmation'
    when found_items.valid = 0 then 'nothing_to_pay'
  end;
  if outcome is not null then
    details := case outcome when 'needs_confirmation' then json_build_object(
      'close', found_items.close, 'unchecked', found_items.unchecked, 'duplicates', found_items.duplicates,
      'invalid', found_items.invalid
    ) end;
    return;
  end if;

  update payout_batch_items i
  set fee = c.fee, vat = c.vat, stamp_duty = c.stamp_duty, exempted_duty = c.exempted_duty
  from payout_batch_items v
  join merchants m on m.id = p_batch.merchant_id
  cross join lateral charges_of(
    'payout', p_batch.environment, v.amount, v.purpose, m.has_exemptions, p_present
  ) c
  -- Not by the place: see check_batch_items().
  where v.batch_id = p_batch.id and v.status = 'valid' and i.ctid = v.ctid;
  select sum(i.amount)::bigint as amount, sum(i.fee)::bigint as fee, sum(i.vat)::bigint as vat,
    sum(i.stamp_duty)::bigint as stamp_duty
  into due from payout_batch_items i where i.batch_id = p_batch.id and i.status = 'valid';
  select * into terms
  from payout_terms('payout', p_batch.merchant_id, p_batch.environment, due.amount, null, null, null);
  outcome := case
    when due.amount + due.fee <> p_expected_total then 'total_changed'
    when due.amount + due.fee > terms.balance then 'insufficient_balance'
    else 'started'
  end;
  if outcome = 'started' then
    reached := take_batch_limits(p_batch, terms.limits, found_items.valid, due.amount);
    outcome := case when reached is null then 'started' else 'day_limit_exceeded' end;
  end if;
  details := case outcome
    when 'total_changed' then json_build_object('total', money_json(due.amount + due.fee, 'NGN'))
    when 'insufficient_balance' then json_build_object(
      'needed', money_json(due.amount + due.fee, 'NGN'), 'fee', money_json(due.fee, 'NGN'),
      'available', money_json(terms.balance, 'NGN')
    )
    when 'day_limit_exceeded' then reached
  end;
  if outcome <> 'started' then
    return;
  end if;

  if (terms.policy).id is not null then
    reasons := batch_approval_reasons(p_batch, terms.policy, found_items.valid, due.amount);
  end if;
  -- Only now: until here, a count of the day would have them twice.
  update payout_batch_items i
  set status = case when i.status = 'valid' then 'waiting' when i.payout_id is null then 'skipped' else 'created' end,
    attempt = i.attempt + (i.status = 'valid')::integer
  where i.batch_id = p_batch.id and i.status in ('valid', 'invalid');
  update payout_batches b
  set status = case when reasons is null then 'processing' else 'awaiting_approval' end,
    has_slices = reasons is null, runs = b.runs + 1, amount = due.amount, fee = due.fee, vat = due.vat,
    stamp_duty = due.stamp_duty, started_at = coalesce(b.started_at, p_present), run_at = p_present,
    updated_at = p_present, completed_at = null, cancel_reason = null
  where b.id = p_batch.id;
  perform post_journals(array[(
    'batch_reserved', concat_ws('.', p_batch.reference, nullif(p_batch.runs + 1, 1)), p_batch.merchant_id,
    p_batch.environment, 'NGN', -(due.amount + due.fee), due.amount + due.fee, 0, 0, 0, 0, 0, null
  )::ledger_movement]);
end
$$;
