-- Returns the API's Money object; p_value is in minor units of p_currency.
create or replace function money_json(p_value bigint, p_currency text) returns json
language sql stable
return json_build_object('value', p_value, 'currency', p_currency);
