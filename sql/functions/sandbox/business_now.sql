-- business_now(merchant_id, environment) returns what time it is for a merchant: the real time, in the test environment
-- plus what the merchant has moved its test clock ahead. Every business time of a test row goes by it.
--
-- Its body is bound when it is created, which pins its names, and is inlined where it is used.
create or replace function business_now(merchant_id bigint, environment text) returns timestamptz
language sql stable
return now() + case when environment = 'test' then coalesce(
  (select make_interval(mins => c.offset_minutes) from test_clocks c where c.merchant_id = business_now.merchant_id),
  interval '0'
) else interval '0' end;
