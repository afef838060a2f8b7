-- Asks the provider about a payout now, for an operator, whatever was planned. A final one can be asked about as well.
-- Moves no money: the worker records what the provider reports. One that was deferred, as nothing of it was sent yet,
-- is sent now, as it would be later; not once its day is over, when a person decides. The status request that is
-- planned after a success or a failure stays planned. What the provider says to an earlier question, or to the
-- sending, counts no more. Returns the payout's status. Raises PB008 if there is no such payout, or it never went to
-- the provider. Locks the payout.
create or replace function poll_payout(p_reference text, p_acting acting) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  payout payouts;
begin
  select * into payout from payouts p where p.reference = p_reference for update;
  if not found then
    raise exception 'there is no payout %', p_reference using errcode = 'PB008';
  -- One that a provider's statement has may have been sent before a restore, whatever the books say.
  elsif payout.status in ('pending', 'canceled') or (payout.submitted_at is null and not exists (
    select from payout_holds h where h.payout_id = payout.id and h.cause = 'statement'
  )) then
    raise exception 'payout % is %: the provider never got it', p_reference, payout.status using errcode = 'PB008';
  end if;

  update payouts p
  set next_confirmation_at = business_now(p.merchant_id, p.environment), fence = p.fence + 1,
    needs_review = p.needs_review
      and (p.status <> 'processing' or coalesce(p.duplicate_gateway, p.contradicted_by) is not null)
  where p.id = payout.id;
  perform enqueue_jobs('confirm_payout', array[payout.id]);
  perform log_action(
    payout.merchant_id, payout.environment, 'payout ask', payout.reference,
    jsonb_build_object('status', payout.status, 'needsReview', payout.needs_review), null, p_acting
  );
  return payout.status;
end
$$;
