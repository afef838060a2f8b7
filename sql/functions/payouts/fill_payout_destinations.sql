-- fill_payout_destinations(requests) gives those of accept_payouts' requests that name no account their merchant's saved
-- one, the named (payoutAccountId) or else the default, and marks them "isSaved"; what names none stays without.
create or replace function fill_payout_destinations(requests jsonb) returns jsonb
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return (
    select jsonb_agg(
      case when request.item ? 'bankCode' or a.id is null then request.item
      else request.item || jsonb_build_object(
        'bankCode', a.bank_code, 'accountNumber', a.account_number, 'accountName', a.account_name, 'isSaved', true
      ) end
      order by request.ordinal
    )
    from jsonb_array_elements(requests) with ordinality request (item, ordinal)
    -- Two branches, each one probe of an index.
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
