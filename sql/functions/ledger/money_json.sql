-- money_json(value, currency) returns a Money object (documented surface, 2.2); value is in minor units.
--
-- Its body is bound when it is created, which pins its names, and is inlined where it is used.
create or replace function money_json(value bigint, currency text) returns json
language sql stable
return json_build_object('value', value, 'currency', currency);
