-- Counts a payment of p_amount kobo, or so many p_payouts of a batch together, towards the sum of today, in Lagos and
-- by its merchant's time, and returns the sum: the merchant's accepted payouts and refunds and those that wait, with
-- accepts of unmatched credits. The first of a day adds up what was accepted before. What fails or lapses is
-- subtracted (change_payout_use, withdraw_acceptance). The caller holds the locks of the merchant's ledger accounts.
create or replace function count_payment(p_policy approval_policies, p_amount bigint, p_payouts bigint default 1)
returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  today constant date := lagos_day(business_now(p_policy.merchant_id, p_policy.environment));
  total bigint;
begin
  update payout_use u set amount = u.amount + p_amount, payouts = u.payouts + p_payouts
  where (u.merchant_id, u.environment, u.day, u.account)
    = (p_policy.merchant_id, p_policy.environment, today, 'approvals')
  returning u.amount into total;
  if not found then
    insert into payout_use as u (merchant_id, environment, day, account, amount, payouts)
    select p_policy.merchant_id, p_policy.environment, today, 'approvals', c.amount + p_amount, c.payouts + p_payouts
    from count_payouts(
      row(p_policy.merchant_id, p_policy.environment, null, null, null, null, null)::payout_limits_in_force, today
    ) c
    returning u.amount into total;
  end if;
  return total;
end
$$;
