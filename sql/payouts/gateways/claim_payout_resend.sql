-- Claims a payout that its gateway does not know, to send it again through that gateway, under the same reference.
-- Returns the new claim; no row if it must not be sent now: somebody else has claimed it since, the provider has
-- reported something about it, or a person has decided (p_fence is what the poll's claim returned); it is final; it was
-- deferred; or an operator has stopped it, its recipient or its gateway (may_send_payout).
--
-- The poll took seconds, in which all this may have been committed, so nothing read before it counts.
--
-- From here on the gateway may have received the transfer once more, and is polled, first after ten seconds. If it was
-- in review it no longer is until its day is over: "failed" could pay twice. Locks the payout, after freezes.
create or replace function claim_payout_resend(p_payout_id bigint, p_fence bigint) returns setof claimed_payout
language plpgsql volatile rows 1 security definer set search_path = public, pg_temp as $$
declare
  payout payouts;
begin
  -- For await_payout_claims(), as in claim_payouts().
  perform pg_advisory_xact_lock_shared(hashtext('payout_freezes'));
  select * into payout from payouts p where p.id = p_payout_id for update;
  if payout.fence is distinct from p_fence or payout.status <> 'processing' or payout.unsent_since is not null
    or not may_send_payout(payout)
    or exists (
      select from payout_freezes f
      where f.environment = payout.environment and f.gateway = payout.sent_through
    )
  then
    return;
  end if;
  update payouts p
  set fence = p.fence + 1, refused_for = null, needs_review = p.contradicted_by is not null,
    next_confirmation_at = business_now(p.merchant_id, p.environment) + interval '10 seconds'
  where p.id = p_payout_id
  returning p.* into payout;
  return next claim_of(payout);
end
$$;
