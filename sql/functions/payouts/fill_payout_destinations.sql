-- Fills in the saved account for those of accept_payouts()' requests that give no bank account: the one named by
-- payoutAccountId, else the merchant's default. Marks them "isSaved", and one whose account was removed "isRemoved"; a
-- request without a saved account stays as it is.
create or replace function fill_payout_destinations(p_requests jsonb) returns jsonb
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return (
    select jsonb_agg(
      case when request.item ? 'bankCode' or a.id is null then request.item
      when a.removed_at is not null then request.item || '{"isRemoved": true}'
      else request.item || jsonb_build_object(
        'bankCode', a.bank_code, 'accountNumber', a.account_number, 'accountName', a.account_name, 'isSaved', true
      ) end
      order by request.ordinal
    )
    from jsonb_array_elements(p_requests) with ordinality request (item, ordinal)
    -- Two branches, each one index probe.
    left join lateral (
      (select * from payout_accounts p
        where p.reference = request.item ->> 'payoutAccountId'
          and p.merchant_id = (request.item ->> 'merchantId')::bigint and p.environment = request.item ->> 'environment'
        limit 1)
      union all
      (select * from payout_accounts p
        where not request.item ? 'payoutAccountId' and p.is_default
          and p.merchant_id = (request.item ->> 'merchantId')::bigint and p.environment = request.item ->> 'environment'
        limit 1)
    ) a on true
  );
end
$$;
