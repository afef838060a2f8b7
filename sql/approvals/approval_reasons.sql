-- Returns why a payment of p_amount, in minor units, needs approval under a policy; null if it does not:
--
--   amount           it is above the policy's amount. In another currency than naira, it can't be compared
--   day              p_total, the sum of its day, is above the policy's
--   new_destination  no payout of the merchant to this account has succeeded. A refund doesn't count: whoever has paid
--                    could otherwise make an account known
create or replace function approval_reasons(
  p_policy approval_policies, p_amount bigint, p_currency text, p_total bigint, p_bank_code text, p_account_number text
) returns text[]
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return nullif(array_remove(array[
    case when p_amount > p_policy.amount_max
      or (p_currency <> 'NGN' and num_nonnulls(p_policy.amount_max, p_policy.day_max) > 0) then 'amount' end,
    case when p_total > p_policy.day_max then 'day' end,
    case when p_policy.new_destinations and p_account_number is not null and not exists (
      select from payouts p
      where (p.merchant_id, p.environment, p.bank_code, p.account_number)
          = (p_policy.merchant_id, p_policy.environment, p_bank_code, p_account_number)
        and p.status = 'succeeded' and p.collection_id is null
    ) then 'new_destination' end
  ], null), '{}');
end
$$;
