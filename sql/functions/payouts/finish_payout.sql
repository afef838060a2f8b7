-- finish_payout(payout_id, fence, outcome, failure_code, failure_message, confirm_again_after) writes how a claimed payout
-- ended: 'succeeded', 'failed' or 'reversed', with its journal, event and delivery job.
--
-- fence is what the claim returned. confirm_again_after: the provider may still reverse a success; ask again then.
-- Returns 'done'; 'stale' where a newer claim took over or the payout has this outcome already; 'contradiction' where
-- the provider says otherwise than before (failed, then succeeded): no money moves and an operator is asked.
-- Locks the payout, then the merchant's ledger accounts.
create or replace function finish_payout(
  payout_id bigint, fence bigint, outcome text, failure_code text default null, failure_message text default null,
  confirm_again_after interval default null
) returns text
language plpgsql set search_path = public, pg_temp as $$
declare
  payout payouts;
  cost bigint;
  happened_at timestamptz;
begin
  select * into strict payout from payouts p where p.id = payout_id for update;
  happened_at := business_now(payout.merchant_id, payout.environment);
  if payout.fence <> finish_payout.fence then
    return 'stale';
  end if;
  if payout.status = outcome then
    update payouts p set next_confirmation_at = happened_at + confirm_again_after where p.id = payout_id;
    return 'stale';
  end if;
  -- A reversal that is heard of before the success was: both happened, and both are told.
  if payout.status = 'processing' and outcome = 'reversed' then
    perform finish_payout(payout_id, finish_payout.fence, 'succeeded');
    select * into strict payout from payouts p where p.id = payout_id;
  end if;
  if (payout.status, outcome) not in (
    ('processing', 'succeeded'), ('processing', 'failed'), ('succeeded', 'reversed')
  ) then
    update payouts p set needs_review = true, next_confirmation_at = null, updated_at = happened_at
    where p.id = payout_id;
    return 'contradiction';
  end if;

  cost := payout.amount + payout.fee;
  if outcome = 'succeeded' then
    perform post_journals(array[(
      'payout_settled', payout.reference, payout.merchant_id, payout.environment, payout.currency,
      0, -cost, payout.amount, payout.fee, 0
    )::ledger_movement]);
  elsif outcome = 'failed' then
    perform post_journals(array[(
      'payout_released', payout.reference, payout.merchant_id, payout.environment, payout.currency, cost, -cost, 0, 0, 0
    )::ledger_movement]);
  elsif outcome = 'reversed' then
    perform post_journals(array[(
      'payout_reversed', payout.reference, payout.merchant_id, payout.environment, payout.currency,
      payout.amount, 0, -payout.amount, 0, 0
    )::ledger_movement]);
  end if;

  update payouts p
  set status = outcome, updated_at = happened_at, needs_review = false,
    settled_at = case when outcome = 'succeeded' then happened_at else p.settled_at end,
    failure_code = case when outcome = 'failed' then finish_payout.failure_code end,
    failure_message = case when outcome = 'failed' then finish_payout.failure_message end,
    next_confirmation_at = happened_at + confirm_again_after
  where p.id = payout_id
  returning * into payout;
  if confirm_again_after is not null then
    perform enqueue_jobs('confirm_payout', array[payout_id], now() + confirm_again_after);
  end if;
  perform emit_event(payout.merchant_id, payout.environment, 'payout.' || outcome, payout_json(payout));
  return 'done';
end
$$;
