-- Polls the provider about a payout now, for an operator, whatever was planned; final ones too. Moves no money: the
-- worker records what the provider reports. A deferred payout, which was never sent, is sent now, as it would be later;
-- not one in review, which a person decides. That stays in review until the provider's answer settles it. The poll
-- that is planned after a success or a failure stays planned. The provider's answer to an earlier poll, or to the
-- sending, no longer counts. Returns the payout's status. Raises PB008 if there is no such payout, or it never went to
-- the provider and is on no statement. Locks the payout.
create or replace function poll_payout(p_reference text, p_acting acting) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  payout payouts;
  gateway text;
begin
  select * into payout from payouts p where p.reference = p_reference for update;
  if not found then
    raise exception 'there is no payout %', p_reference using errcode = 'PB008';
  end if;
  -- A payout in a provider's statement may have been sent before a restore, whatever the books say.
  gateway := coalesce(payout.sent_through, gateway_by_statement(payout));
  if payout.status in ('needs_destination', 'awaiting_approval', 'pending', 'canceled')
    or (payout.submitted_at is null and gateway is null)
  then
    raise exception 'payout % is %: the provider never got it', p_reference, payout.status using errcode = 'PB008';
  end if;

  update payouts p
  set next_confirmation_at = business_now(p.merchant_id, p.environment), fence = p.fence + 1,
    sent_through = gateway
  where p.id = payout.id;
  perform enqueue_jobs('confirm_payout', array[payout.id]);
  perform log_action(
    payout.merchant_id, payout.environment, 'payout poll', payout.reference,
    jsonb_build_object('status', payout.status, 'needsReview', payout.needs_review), null, p_acting
  );
  return payout.status;
end
$$;
