-- Returns the sums of some entries on available, as statements show them. Null if there are no such entries.
create or replace function subtotal_json(
  p_count bigint, p_net numeric, p_fee numeric, p_vat numeric, p_stamp_duty numeric, p_currency text
) returns jsonb
language sql stable
return case when p_count > 0 then jsonb_build_object(
  'count', p_count,
  'amount', money_json((p_net + coalesce(p_fee, 0))::bigint, p_currency),
  'fees', case when p_fee is null then '[]'
    else fees_json(p_fee::bigint, p_vat::bigint, p_stamp_duty::bigint, p_currency) end,
  'net', money_json(p_net::bigint, p_currency)
) end;
