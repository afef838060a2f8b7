-- Approves a payment that waits for approval, or rejects it: a payout or refund is pending then, or canceled, which
-- returns its money; a batch goes on, or is canceled; an accept of an unmatched credit is carried out, or not. Returns
-- an outcome, with 'decided' the approval as the API shows it:
--
--   decided        it no longer waits
--   not_found      the merchant has no such payment
--   not_waiting    it needs no approval, or not any more: somebody has decided, or its time is over
--   own            the caller requested it, wrote items of its batch, or created or rotated the key that did; or it is
--                  that key
--   bank_closed, destination_blocked  it may not go to its account any more: reject it
--   taken_back     the provider of the credit that is accepted or returned sends it back, or may: operators decide
--                  first, or reject it
--   not_completed  the credit does not complete its collection any more: reject it
--
-- Only 'decided' has effects. Limits were taken when the payment was requested. A frozen one waits for its release, one
-- on a provider's statement for a person (poll_differences). Writes an audit row. Raises PB012 if p_caller has lost the
-- right; to approve live money, the business has to be approved. Locks the payout, the batch, or what accept_credit()
-- locks; then the approval and the merchant's ledger accounts.
create or replace function decide_approval(
  p_merchant_id bigint, p_environment text, p_reference text, p_approves boolean, p_acting acting, p_caller caller,
  out outcome text, out approval json
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  requested approvals;
  payment payouts;
  acceptance credit_acceptance;
  batch payout_batches;
  decision constant text := case when p_approves then 'approved' else 'rejected' end;
begin
  select * into requested from approvals a
  where (a.merchant_id, a.environment, a.reference) = (p_merchant_id, p_environment, p_reference);
  if requested.credit_id is not null then
    acceptance := check_acceptance(
      p_merchant_id, p_environment, p_reference,
      (select c.reference from collections c where c.id = requested.collection_id)
    );
  else
    select * into payment from payouts p where p.id = requested.payout_id for update;
    select * into batch from payout_batches b where b.id = requested.batch_id for update;
  end if;
  perform require_right(p_caller, p_merchant_id, p_environment, 'approve', 'payouts:approve', p_approves);
  -- Somebody else may have decided before the lock was free.
  select * into requested from approvals a where a.id = requested.id for update;
  outcome := case
    when requested.id is null and not exists (
      select from payouts p
      where (p.merchant_id, p.environment, p.reference) = (p_merchant_id, p_environment, p_reference)
      union all
      select from credits cr
      where (cr.merchant_id, cr.environment, cr.reference) = (p_merchant_id, p_environment, p_reference)
        and cr.unmatched_reason is not null
      union all
      select from payout_batches b
      where (b.merchant_id, b.environment, b.reference) = (p_merchant_id, p_environment, p_reference)
    ) then 'not_found'
    when requested.expires_at is null or requested.expires_at <= business_now(p_merchant_id, p_environment)
      then 'not_waiting'
    when person_behind((p_caller).key, (p_caller).session_id) = any (requested.makers)
      or requested.made_with = (p_caller).key then 'own'
    when not p_approves then 'decided'
    when requested.credit_id is not null
      then case acceptance.outcome when 'accepted' then 'decided' else acceptance.outcome end
    -- A blocked or closed one of its items fails by itself.
    when requested.batch_id is not null then 'decided'
    when exists (select from credits cr where cr.id = payment.credit_id and is_taken_back(cr)) then 'taken_back'
    when not exists (select from banks b where b.code = payment.bank_code and b.active) then 'bank_closed'
    when exists (select from blocked_recipients)
      and blocked_recipient(p_environment, payment.bank_code, payment.account_number, '') = 'account'
      then 'destination_blocked'
    else 'decided'
  end;
  if outcome <> 'decided' then
    return;
  end if;

  approval := approval_json(requested, decision);
  perform log_action(
    p_merchant_id, p_environment, case when p_approves then 'approval approve' else 'approval reject' end, p_reference,
    jsonb_build_object(
      'reasons', requested.reasons,
      'requestedBy', (select coalesce(jsonb_agg(p.reference), '[]') from people p where p.id = any (requested.makers))
    ),
    case
      when batch.id is not null then payout_batch_facts(batch)
      when payment.id is null then jsonb_build_object('amount', requested.amount, 'currency', requested.currency)
      else payout_facts(payment)
    end,
    p_acting
  );
  if requested.credit_id is not null and p_approves then
    delete from approvals a where a.id = requested.id;
    perform carry_out_acceptance(acceptance, p_acting);
  elsif requested.credit_id is not null then
    perform withdraw_acceptance(requested.credit_id);
  elsif requested.batch_id is not null and not p_approves then
    perform begin_batch_cancel(batch, 'rejected');
  elsif requested.batch_id is not null then
    delete from approvals a where a.id = requested.id;
    update payout_batches b
    set status = 'processing', has_slices = true, updated_at = business_now(b.merchant_id, b.environment)
    where b.id = batch.id
    returning * into batch;
    perform pay_batch_slice(batch);
  elsif p_approves then
    delete from approvals a where a.id = requested.id;
    update payouts p
    set status = 'pending', updated_at = business_now(p.merchant_id, p.environment),
      held_since = case when exists (
        select from payout_holds h where h.payout_id = p.id and h.decision is null
      ) then now() end
    where p.id = payment.id;
    perform queue_next_jobs('execute_payout', array[p_merchant_id], p_environment);
  else
    perform cancel_unsent(array[payment], 'rejected');
  end if;
end
$$;
