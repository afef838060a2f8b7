-- Starts a batch that is ready, or with p_retries the items of a completed one whose payouts failed: checks its items
-- once more, takes them from the limits of the day, reserves the money of all at once, and makes the payouts of the
-- first slice; work_on_payout_batches() makes the others. Charges are those of now. If its merchant's policy covers it,
-- the whole batch waits for approval first.
--
-- p_confirms_close: items whose names are only close, or were not given, may go, also without a confirmation of their
-- own. p_allows_duplicates: items that have a duplicate may go. p_skips_invalid: invalid items are left out.
-- p_expected_duplicates: if so, how many of these the caller has seen; null for any. p_expected_total: what the caller
-- expects amounts and fees to be, in kobo. p_least: the least amount of an item.
-- Returns an outcome, with 'started' the batch as the API shows it, and details of a refusal:
--
--   started
--   not_found
--   not_ready              its names are being checked, or are older than a day: they are checked again now
--   wrong_state            it was started, canceled or has failed; or, to retry, is not completed
--   payouts_frozen         an operator has stopped the merchant's payouts, or all
--   needs_confirmation     {close, unchecked, duplicates, invalid}: how many items the caller has not allowed for
--   nothing_to_pay         no item can go
--   total_changed          {total}: what it is now
--   insufficient_balance, amount_limit_exceeded, day_limit_exceeded  as accept_payouts() has them
--
-- Only 'started' moves money. A refusal leaves mistakes and duplicates that it found with the items, so that the caller
-- sees them; 'not_ready' has stale names checked again. Writes an audit row for a live one that a person starts. Raises
-- PB012 if p_caller has lost the right. Locks the batch, then the merchant's ledger accounts.
-- Plans are made anew for the size of its batch: those of small ones are slow with thousands of items.
create or replace function start_payout_batch(
  p_merchant_id bigint, p_environment text, p_reference text, p_least bigint, p_acting acting, p_caller caller,
  p_retries boolean default false, p_confirms_close boolean default false, p_allows_duplicates boolean default false,
  p_skips_invalid boolean default false, p_expected_total bigint default null,
  p_expected_duplicates integer default null,
  out outcome text, out batch json, out details json
)
language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  started payout_batches;
  present timestamptz;
  reasons text[];
begin
  select * into started from payout_batches b
  where (b.merchant_id, b.environment, b.reference) = (p_merchant_id, p_environment, p_reference)
  for update;
  perform lock_balances(array[p_merchant_id], array[p_environment], array['NGN'], true);
  perform require_right(p_caller, p_merchant_id, p_environment, 'pay', 'payout_batches:write', true);
  present := business_now(p_merchant_id, p_environment);
  outcome := case
    when started.id is null then 'not_found'
    when started.status = 'validating' then 'not_ready'
    when started.status <> case when p_retries then 'completed' else 'ready' end then 'wrong_state'
    when exists (select from payout_freezes) and payout_is_frozen(p_environment, p_merchant_id, null)
      then 'payouts_frozen'
  end;
  if outcome is not null then
    return;
  end if;
  if recheck_stale_names(started, p_retries) then
    outcome := 'not_ready';
    return;
  end if;

  if p_retries then
    -- Not while a provider also reports that it has paid one, and not to an account that its bank does not confirm.
    update payout_batch_items i set status = 'valid', errors = null
    from payouts p
    where i.batch_id = started.id and i.status = 'created' and i.attempt < 5 and not p.needs_review
      and i.name_match not in ('different', 'unverified')
      and p.id = i.payout_id and p.status = 'failed';
  end if;
  perform check_batch_items(started, p_least);
  perform find_batch_duplicates(started);
  begin
    select r.outcome, r.details, r.reasons into outcome, details, reasons
    from reserve_payout_batch(
      started, present, p_confirms_close or p_retries,
      case when p_allows_duplicates then p_expected_duplicates else 0 end, p_skips_invalid or p_retries,
      p_expected_total
    ) r;
    if outcome <> 'started' then
      raise exception 'refused' using errcode = 'PB013';
    end if;
  exception when sqlstate 'PB013' then
    update payout_batch_items i set status = 'created'
    where i.batch_id = started.id and i.status in ('valid', 'invalid') and i.payout_id is not null;
    return;
  end;

  select * into started from payout_batches b where b.id = started.id;
  if started.environment = 'live' and (p_acting).person_id is not null then
    perform log_action(
      p_merchant_id, p_environment, case when p_retries then 'payout-batch retry' else 'payout-batch start' end,
      p_reference, null, payout_batch_facts(started), p_acting
    );
  end if;
  if reasons is not null then
    perform request_approval(
      (null, started.reference, p_merchant_id, p_environment, null, null, started.id, null, started.amount, 'NGN',
        reasons, started.makers, null, started.trace_id, null, null)::approvals,
      (p_caller).key, (p_caller).session_id
    );
    perform emit_events(array[payout_batch_event(started)]);
  else
    perform pay_batch_slice(started);
    select * into started from payout_batches b where b.id = started.id;
  end if;
  batch := payout_batch_json(started);
end
$$;
