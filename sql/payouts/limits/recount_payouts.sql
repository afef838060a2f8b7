-- Recounts a merchant's payouts of a day in Lagos (count_payouts), in place of the day's rows in payout_use, except
-- that of count_payment(). For the first payout of a day, and for the first after a change of the limits.
-- take_payout_limits() calls it, under the lock of the merchant's ledger accounts.
create or replace function recount_payouts(p_limits payout_limits_in_force, p_day date) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  delete from payout_use u
  where (u.merchant_id, u.environment, u.day) = (p_limits.merchant_id, p_limits.environment, p_day)
    and u.account <> 'approvals';
  insert into payout_use (merchant_id, environment, day, account, amount, payouts, counted_for)
  select p_limits.merchant_id, p_limits.environment, p_day, c.account, c.amount, c.payouts,
    case c.account when '' then p_limits.version end
  from count_payouts(p_limits, p_day) c;
end
$$;
