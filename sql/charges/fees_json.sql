-- Returns a fee by kind, as the API shows it: an array of {kind, amount}. A tax that is null was not owed.
create or replace function fees_json(p_fee bigint, p_vat bigint, p_stamp_duty bigint, p_currency text) returns jsonb
language sql stable
return jsonb_build_array(jsonb_build_object(
    'kind', 'service', 'amount', money_json(p_fee - coalesce(p_vat, 0) - coalesce(p_stamp_duty, 0), p_currency)
  ))
  || case when p_vat is null then '[]' else jsonb_build_array(jsonb_build_object(
    'kind', 'vat', 'amount', money_json(p_vat, p_currency)
  )) end
  || case when p_stamp_duty is null then '[]' else jsonb_build_array(jsonb_build_object(
    'kind', 'stamp_duty', 'amount', money_json(p_stamp_duty, p_currency)
  )) end;
