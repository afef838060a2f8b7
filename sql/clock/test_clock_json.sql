-- Returns the merchant's test clock: its time, and how many minutes it is ahead.
create or replace function test_clock_json(p_merchant_id bigint) returns json
language sql stable
return json_build_object(
  'now', iso_timestamp(business_now(p_merchant_id, 'test')),
  'offsetMinutes', coalesce(
    (select c.offset_minutes from test_clocks c where c.merchant_id = p_merchant_id), 0
  )
);
