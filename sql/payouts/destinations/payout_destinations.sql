-- Returns the account that each of accept_payouts()' requests pays, by ordinal: the one it gives, else the saved one
-- that payoutAccountId names, else the merchant's default; without bank_code, and with the refusal, if there is none,
-- or it was removed. A request doesn't say whether its account is saved: that is decided only here.
create or replace function payout_destinations(p_requests payout_request[]) returns payout_destination[]
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return array(
    select case
      when r."bankCode" is not null
        then (r."bankCode", r."accountNumber", r."accountName", false, null)::payout_destination
      when a.removed_at is not null then (null, null, null, false, 'payout_account_removed')::payout_destination
      when a.id is not null then (a.bank_code, a.account_number, a.account_name, true, null)::payout_destination
      when r."payoutAccountId" is not null
        then (null, null, null, false, 'payout_account_not_found')::payout_destination
      else (null, null, null, false, 'destination_required')::payout_destination
    end
    from unnest(p_requests) with ordinality r
    -- Two branches, each one index probe.
    left join lateral (
      (select * from payout_accounts p
        where r."bankCode" is null and p.reference = r."payoutAccountId"
          and p.merchant_id = r."merchantId" and p.environment = r.environment
        limit 1)
      union all
      (select * from payout_accounts p
        where r."bankCode" is null and r."payoutAccountId" is null and p.is_default
          and p.merchant_id = r."merchantId" and p.environment = r.environment
        limit 1)
    ) a on true
    order by r.ordinality
  );
end
$$;
