-- Stores a final result that the provider reported for a claimed payout: 'succeeded', 'failed' or 'reversed', with its
-- journal, event and delivery job.
--
-- p_fence is what the claim returned. A claim writes one result: repeated, it is stale. p_confirm_again_after: how long
-- after the success the provider may still reverse it. It is asked again then, and a success that it reports earlier
-- does not count as the answer. Returns 'done'; 'stale' if a newer claim took over, or this result is on record
-- already; 'contradiction' if the provider now says something else (failed, then succeeded), or something else than a
-- person decided: no money moves, and the payout is marked for review. Locks the payout, then the merchant's ledger
-- accounts.
create or replace function finish_payout(
  p_payout_id bigint, p_fence bigint, p_outcome text, p_failure_code text default null,
  p_failure_message text default null, p_confirm_again_after interval default null
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  payout payouts;
  cost bigint;
  happened_at timestamptz;
  is_early boolean;
begin
  select * into strict payout from payouts p where p.id = p_payout_id for update;
  happened_at := business_now(payout.merchant_id, payout.environment);
  if payout.fence <> p_fence then
    return 'stale';
  end if;
  if payout.status = p_outcome then
    is_early := p_outcome = 'succeeded' and payout.confirmed_at is null
      and coalesce(payout.reversible_until > happened_at, false);
    update payouts p
    set fence = p.fence + 1,
      next_confirmation_at = case when is_early then p.reversible_until end,
      confirmed_at = case when p_outcome = 'succeeded' and not is_early then coalesce(p.confirmed_at, happened_at) end,
      -- Marked because nobody answered, it is answered now. A contradiction stays for a person to decide.
      needs_review = p.needs_review and (is_early or p.contradicted_by is not null or p.reversible_until is null)
    where p.id = p_payout_id;
    if is_early then
      perform enqueue_jobs('confirm_payout', array[p_payout_id], now() + (payout.reversible_until - happened_at));
    end if;
    return 'stale';
  end if;
  -- A reversal that is reported before the success: both happened, and both are recorded and reported.
  if payout.status = 'processing' and p_outcome = 'reversed' then
    perform finish_payout(p_payout_id, p_fence, 'succeeded');
    select * into strict payout from payouts p where p.id = p_payout_id;
  end if;
  if payout.decided_at is not null or (payout.status, p_outcome) not in (
    ('processing', 'succeeded'), ('processing', 'failed'), ('succeeded', 'reversed')
  ) then
    update payouts p
    set needs_review = true, contradicted_by = p_outcome, next_confirmation_at = null, fence = p.fence + 1,
      updated_at = happened_at
    where p.id = p_payout_id;
    return 'contradiction';
  end if;

  cost := payout.amount + payout.fee;
  if p_outcome = 'succeeded' then
    perform post_journals(array[(
      'payout_settled', payout.reference, payout.merchant_id, payout.environment, payout.currency,
      0, -cost, payout.amount, payout.fee, 0
    )::ledger_movement]);
  elsif p_outcome = 'failed' then
    perform post_journals(array[(
      'payout_released', payout.reference, payout.merchant_id, payout.environment, payout.currency, cost, -cost, 0, 0, 0
    )::ledger_movement]);
  elsif p_outcome = 'reversed' then
    perform post_journals(array[(
      'payout_reversed', payout.reference, payout.merchant_id, payout.environment, payout.currency,
      payout.amount, 0, -payout.amount, 0, 0
    )::ledger_movement]);
  end if;

  update payouts p
  set status = p_outcome, updated_at = happened_at, needs_review = false, contradicted_by = null, fence = p.fence + 1,
    settled_at = case when p_outcome = 'succeeded' then happened_at else p.settled_at end,
    failure_code = case when p_outcome = 'failed' then p_failure_code end,
    failure_message = case when p_outcome = 'failed' then p_failure_message end,
    reversible_until = case when p_outcome = 'succeeded' then happened_at + p_confirm_again_after
      else p.reversible_until end,
    next_confirmation_at = happened_at + p_confirm_again_after
  where p.id = p_payout_id
  returning * into payout;
  if p_confirm_again_after is not null then
    perform enqueue_jobs('confirm_payout', array[p_payout_id], now() + p_confirm_again_after);
  end if;
  perform emit_event(payout.merchant_id, payout.environment, 'payout.' || p_outcome, payout_json(payout));
  return 'done';
end
$$;
