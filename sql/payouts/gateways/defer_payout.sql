-- Defers the sending of a live payout that is 'processing', and that its gateway certainly doesn't have: it is sent
-- when its next poll is due, through the gateway that accepts it then (reroute_payout). The time is
-- schedule_payout_confirmation()'s, but within five minutes, or now with p_soon: another gateway is available, and
-- there was no time left. After a day a person decides. Returns the time; null if none is left, or a newer claim took
-- over.
--
-- p_fence is what the claim returned. p_reason, p_never_left: see reroute_payout(). p_needs_person: no available
-- gateway may send it any more, so a person may decide at once. Locks the payout.
create or replace function defer_payout(
  p_payout_id bigint, p_fence bigint, p_reason text, p_never_left boolean, p_soon boolean,
  p_needs_person boolean
) returns timestamptz
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  payout payouts;
  next_time timestamptz;
begin
  select * into strict payout from payouts p where p.id = p_payout_id for update;
  if payout.fence <> p_fence or payout.status <> 'processing' then
    return null;
  end if;
  perform keep_payout_refusal(payout, p_reason, p_never_left);
  next_time := schedule_payout_confirmation(p_payout_id, p_fence);
  if next_time is null then
    return null;
  end if;
  next_time := least(next_time, now() + case when p_soon then interval '0' else interval '5 minutes' end);
  update payouts p
  set unsent_since = coalesce(p.unsent_since, now()), refused_for = null, next_confirmation_at = next_time,
    needs_review = p.needs_review or p_needs_person
  where p.id = p_payout_id;
  if p_soon then
    perform queue_next_jobs('confirm_payout', array[payout.merchant_id], payout.environment);
  end if;
  return next_time;
end
$$;
