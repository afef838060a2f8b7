-- Ends the wait of an accept of an unmatched credit for approval, and subtracts it from the sum of its day. Returns
-- whether there was one. Locks the merchant's ledger accounts.
create or replace function withdraw_acceptance(p_credit_id bigint) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  ended approvals;
begin
  delete from approvals a where a.credit_id = p_credit_id returning * into ended;
  if ended.id is null then
    return false;
  end if;
  perform lock_balances(array[ended.merchant_id], array[ended.environment], array['NGN'], true);
  update payout_use u
  set amount = greatest(u.amount - ended.amount, 0), payouts = greatest(u.payouts - 1, 0)
  where ended.currency = 'NGN' and (u.merchant_id, u.environment, u.day, u.account)
    = (ended.merchant_id, ended.environment, lagos_day(ended.created_at), 'approvals');
  return true;
end
$$;
