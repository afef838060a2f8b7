-- Accepts a refund of p_amount kobo of a collection, or of all that is left of it, for p_reason; p_note is the
-- merchant's own. It goes to p_bank_code, p_account_number and p_account_name, or else to the account that paid it all,
-- if that is known and has the payer's name. Then it is queued like a payout; without such an account it needs a
-- destination. Returns an outcome, with 'accepted' and 'replayed' the refund, and details as the API shows them:
--
--   accepted               the money is reserved and the refund written
--   replayed, key_conflict this key made this refund before, or was used with another body
--   not_found              the merchant has no such collection
--   not_refundable         the collection has not succeeded, or is not in naira
--   too_many               it has a hundred refunds
--   exceeds_received       {received, refunded, left}: no more was received than that
--   below_minimum          it is less than p_least
--   bank_closed, name_mismatch, destination_blocked, payouts_frozen, insufficient_balance, amount_limit_exceeded,
--   day_limit_exceeded     as accept_payouts() has them
--   enquiry_needed         {bankCode, accountNumber} was not verified in the last ten minutes. Try again then; for the
--                          payer's account with p_is_unresolved if the bank does not know it
--
-- Only 'accepted' has effects. Writes an audit row for a live one that a person makes. Raises PB012 if p_caller has
-- lost the right, PB004 if the queue takes no job, PB005 if the merchant has no account in the environment. Locks the
-- collection, then the merchant's ledger accounts; only then does it read what it decides by.
create or replace function accept_refund(
  p_merchant_id bigint, p_environment text, p_idempotency_key text, p_request_hash bytea, p_collection text,
  p_reason text, p_least bigint, p_acting acting, p_caller caller, p_amount bigint default null,
  p_note text default null, p_bank_code text default null, p_account_number text default null,
  p_account_name text default null, p_is_unresolved boolean default false, p_trace_id uuid default null,
  out outcome text, out refund json, out details json
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  collection collections;
  made payouts;
  remaining bigint;
  sent bigint;
begin
  select * into collection from collections c
  where (c.merchant_id, c.environment, c.reference) = (p_merchant_id, p_environment, p_collection)
    and c.status not in ('provisioning', 'failed')
  for update;
  perform lock_balances(array[p_merchant_id], array[p_environment], array['NGN'], true);
  perform require_right(p_caller, p_merchant_id, p_environment, 'pay', 'refunds:write', true);

  select p.* into made
  from merchants m join payouts p on p.reference = refund_reference(m.reference, p_environment, p_idempotency_key)
  where m.id = p_merchant_id;
  if found then
    outcome := case when made.request_hash = p_request_hash then 'replayed' else 'key_conflict' end;
    refund := case when outcome = 'replayed' then refund_json(made) end;
    return;
  end if;

  remaining := collection.amount_received - collection.amount_refunded;
  sent := coalesce(p_amount, remaining);
  outcome := case
    when collection.id is null then 'not_found'
    when (collection.status, collection.currency) <> ('succeeded', 'NGN') then 'not_refundable'
    when 100 <= (
      select count(*) from payouts p where p.collection_id = collection.id and p.credit_id is null
    ) then 'too_many'
    when sent > remaining or remaining = 0 then 'exceeds_received'
    when sent < p_least then 'below_minimum'
  end;
  if outcome is not null then
    details := case outcome when 'exceeds_received' then json_build_object(
      'received', money_json(collection.amount_received, 'NGN'),
      'refunded', money_json(collection.amount_refunded, 'NGN'), 'left', money_json(remaining, 'NGN')
    ) end;
    return;
  end if;

  select r.outcome, r.refund, r.details into outcome, refund, details
  from reserve_refund(
    collection, null, sent, p_idempotency_key, p_request_hash, p_reason, p_note,
    (p_bank_code, p_account_number, p_account_name, false, null)::payout_destination, p_is_unresolved, p_acting,
    p_caller, p_trace_id
  ) r;
end
$$;
