-- Returns an unmatched credit to its payer: a refund of the whole amount, whose charges are taken from the balance. It
-- goes to the account that paid, if that is known and has the payer's name, and needs a destination otherwise. Returns
-- an outcome, with 'accepted' the credit as the API shows it:
--
--   accepted        it is on its way
--   not_found       the merchant has no such unmatched credit
--   not_waiting     it was accepted or returned, or is just being
--   taken_back      its provider sends it back, or may: operators decide first
--   not_returnable  it is not in naira
--   too_many        a hundred returns of it failed
--   below_minimum   it is less than p_least
--   otherwise       as reserve_refund() has them
--
-- Only 'accepted' has effects. The refund's reference is made from the credit's and the number of the attempt, so that
-- the same return makes the same one after a restore. Writes an audit row for a live one that a person returns. Raises
-- what accept_refund() raises. Locks the collection, the credit, an accept of it that waits for approval and ends now,
-- then the merchant's ledger accounts.
create or replace function return_credit(
  p_merchant_id bigint, p_environment text, p_reference text, p_least bigint, p_acting acting, p_caller caller,
  p_is_unresolved boolean default false, p_trace_id uuid default null,
  out outcome text, out credit json, out details json
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  waiting constant credits := lock_unmatched_credit(p_merchant_id, p_environment, p_reference);
  origin collections;
  attempts bigint;
  key text;
begin
  perform from approvals a where a.credit_id = waiting.id for update;
  perform lock_balances(array[p_merchant_id], array[p_environment], array['NGN'], true);
  perform require_right(p_caller, p_merchant_id, p_environment, 'pay', 'credits:write', true);
  select * into origin from collections c where c.id = waiting.collection_id;
  select count(*) into attempts from payouts p where p.credit_id = waiting.id;
  outcome := case
    when waiting.id is null then 'not_found'
    when not waits_unmatched(waiting) then 'not_waiting'
    when is_taken_back(waiting) then 'taken_back'
    when waiting.currency <> 'NGN' then 'not_returnable'
    when attempts >= 100 then 'too_many'
    when waiting.amount < p_least then 'below_minimum'
  end;
  if outcome is not null then
    return;
  end if;
  -- No Idempotency-Key has a line feed: they never meet.
  key := waiting.reference || E'\n' || attempts;
  select r.outcome, r.details into outcome, details
  from reserve_refund(
    origin, waiting, waiting.amount, key, sha256(convert_to(key, 'UTF8')), 'unmatched', null, null, p_is_unresolved,
    p_acting, p_caller, p_trace_id
  ) r;
  if outcome = 'accepted' then
    select unmatched_credit_json(cr) into credit from credits cr where cr.id = waiting.id;
  end if;
end
$$;
