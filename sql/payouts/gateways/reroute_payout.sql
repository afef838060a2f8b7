-- Claims a live payout, which its gateway certainly doesn't have, for the gateway that it is sent through now: the
-- first of p_gateways, best first, that reaches the bank, that no operator has frozen, and that has not refused the
-- payout before; those of its rule first (prefer_gateways). Returns the new claim; no row
-- if it stays as it is: there is no such gateway, it may not be sent (may_send_payout), its day is over or it is in
-- review, so that a person decides, or a newer claim took over.
--
-- p_fence is what the claim returned. A poll's claim has another: a gateway that was polled may have sent the payout
-- again, so from then on it stays there, unless it was deferred (defer_payout), or its gateway reports that it failed
-- there for a reason of its own, or refused it and has long enough reported not to have it
-- (schedule_payout_confirmation).
--
-- p_reason: why its gateway did not send it (no_float, bank_unreachable or unavailable), recorded once for each
-- gateway. p_never_left: because the gateway was unreachable. Null: it was not called, and nothing is recorded;
-- gateways that were unreachable before may get it now. p_gateway_choice: why they are in that order; recorded.
-- p_may_repeat: see claim_payouts().
--
-- From here on the new gateway may have received the transfer, and is polled, first after ten seconds. Locks the
-- payout, after freezes.
create or replace function reroute_payout(
  p_payout_id bigint, p_fence bigint, p_reason text, p_gateways text[], p_never_left boolean,
  p_gateway_choice jsonb, p_may_repeat text[]
) returns setof claimed_payout
language plpgsql volatile rows 1 security definer set search_path = public, pg_temp as $$
declare
  payout payouts;
  next_gateway text;
begin
  -- freeze_payouts() and block_recipient() wait for it: later claims see what they wrote.
  perform pg_advisory_xact_lock_shared(hashtext('payout_freezes'));
  select * into payout from payouts p where p.id = p_payout_id for update;
  if payout.fence is distinct from p_fence or payout.status <> 'processing' then
    return;
  end if;

  perform keep_payout_refusal(payout, p_reason, p_never_left);
  if may_send_payout(payout) and not payout.needs_review
    and next_poll_time(payout.submitted_at, now()) is not null
  then
    next_gateway := choose_gateway(array(
      select g.name from unnest(prefer_gateways(payout, p_gateways, p_gateway_choice)) with ordinality g (name, turn)
      where gateway_reaches(g.name, payout.bank_code) and not exists (
        select from payout_refusals r
        where r.payout_id = p_payout_id and r.gateway = g.name and not (p_reason is null and r.never_left)
      )
      order by g.turn
    ), payout.bank_code);
  end if;
  if next_gateway is null then
    return;
  end if;
  update payouts p
  set sent_through = next_gateway, fence = p.fence + 1, updated_at = now(),
    unsent_since = case when next_gateway = any (p_may_repeat) then now() end, call_started_at = null,
    -- Reports of the last gateway don't concern the next one.
    refused_for = null, not_found_since = null,
    gateway_choice = case
      when jsonb_array_length(p_gateway_choice) > 1 then with_gateway_rule(p, p_gateway_choice) else p.gateway_choice
    end,
    -- A deferred payout counts from its first claim, so that a person decides after a day.
    submitted_at = case when p_reason is null then p.submitted_at else now() end,
    next_confirmation_at = now() + interval '10 seconds'
  where p.id = p_payout_id
  returning p.* into payout;
  return next claim_of(payout);
end
$$;
