-- Returns what a payout or refund (p_service) of p_amount kobo would meet now, in one row: accept_payouts() and
-- accept_refund() decide by it, quote_payout() shows it. Without p_bank_code and p_account_number there is no account.
--
--   merchant       its reference
--   enquired_name  the holder's, if this merchant's own enquiry was resolved in the last ten minutes
--   is_bank_open   null if the bank is unknown, or there is no account
--   payout_max     the most that this merchant may pay out at once
--   limits         null if it has none
--   policy         which payments need approval; null if none do
create or replace function payout_terms(
  p_service text, p_merchant_id bigint, p_environment text, p_amount bigint, p_purpose text, p_bank_code text,
  p_account_number text
) returns table (
  merchant text, account_id bigint, balance bigint, payout_max bigint, limits payout_limits_in_force,
  charges charges_due, has_exemptions boolean, enquired_name text, is_bank_open boolean, is_frozen boolean,
  is_blocked boolean, policy approval_policies
)
language sql stable rows 1
begin atomic
  select a.merchant, a.id, a.balance, least(a.payout_max, (l.limits).payout_max), l.limits, c, a.has_exemptions,
    n.account_name, b.active,
    exists (select from payout_freezes) and payout_is_frozen(p_environment, p_merchant_id, p_bank_code),
    -- A payout to a listed name is held for a person once it is claimed: names are not unique.
    exists (select from blocked_recipients)
      and blocked_recipient(p_environment, p_bank_code, p_account_number, '') is not distinct from 'account',
    q.policy
  -- Each limit makes the join one index probe.
  from (select) one
  left join lateral (
    select m.reference as merchant, a.id, a.balance, m.payout_max, m.has_exemptions
    from ledger_accounts a join merchants m on m.id = a.merchant_id
    where (a.merchant_id, a.environment, a.currency, a.kind) = (p_merchant_id, p_environment, 'NGN', 'available')
    limit 1
  ) a on true
  cross join lateral charges_of(
    p_service, p_environment, p_amount, p_purpose, a.has_exemptions, business_now(p_merchant_id, p_environment)
  ) c
  left join lateral (
    select n.account_name from name_enquiries n
    where (n.merchant_id, n.environment, n.bank_code, n.account_number)
        = (p_merchant_id, p_environment, p_bank_code, p_account_number)
      and n.status = 'resolved' and n.completed_at >= business_now(p_merchant_id, p_environment) - interval '10 minutes'
    order by n.completed_at desc limit 1
  ) n on true
  left join banks b on b.code = p_bank_code
  -- Nothing to read if nobody has limits.
  left join lateral (
    select h as limits from payout_limits_of(p_merchant_id, p_environment) h
    where exists (select from payout_limits) limit 1
  ) l on true
  left join lateral (
    select o as policy from approval_policy_of(p_merchant_id, p_environment) o
    where exists (select from approval_policies) limit 1
  ) q on true;
end;
