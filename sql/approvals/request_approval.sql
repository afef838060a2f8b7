-- Has a payment wait for approval, in the transaction that accepts it: writes p_approval, whose makers are so far those
-- of an earlier request, or who wrote a batch's items, with the caller as a maker, and emails the people who may
-- approve. It expires after 72 hours. A refund that needs a destination waits for that first.
create or replace function request_approval(p_approval approvals, p_key text, p_session_id bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  makers constant bigint[] := with_maker(p_approval.makers, p_key, p_session_id);
  present constant timestamptz := business_now(p_approval.merchant_id, p_approval.environment);
  expires constant timestamptz := case when not exists (
    select from payouts p where p.id = p_approval.payout_id and p.status = 'needs_destination'
  ) then present + interval '72 hours' end;
begin
  insert into approvals (
    reference, merchant_id, environment, payout_id, credit_id, batch_id, collection_id, amount, currency, reasons,
    makers, made_with, trace_id, created_at, expires_at
  )
  values (
    p_approval.reference, p_approval.merchant_id, p_approval.environment, p_approval.payout_id, p_approval.credit_id,
    p_approval.batch_id, p_approval.collection_id, p_approval.amount, p_approval.currency,
    coalesce(p_approval.reasons, '{}'), makers,
    coalesce(p_key, p_approval.made_with), p_approval.trace_id, present, expires
  );
  if expires is not null then
    perform notify_approvers(p_approval.merchant_id, p_approval.environment, makers, p_approval.trace_id);
  end if;
end
$$;
