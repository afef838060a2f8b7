-- test_clock_json(merchant_id) returns the merchant's test clock: what time it is there, and how many minutes ahead.
create or replace function test_clock_json(merchant_id bigint) returns json
language sql stable
return json_build_object(
  'now', iso_timestamp(business_now(merchant_id, 'test')),
  'offsetMinutes', coalesce(
    (select c.offset_minutes from test_clocks c where c.merchant_id = test_clock_json.merchant_id), 0
  )
);
