-- Returns the time for a merchant: the real time, and in the test environment the real time plus the offset of the
-- merchant's test clock. All business times of test rows use it.
create or replace function business_now(p_merchant_id bigint, p_environment text) returns timestamptz
language sql stable
return now() + case when p_environment = 'test' then coalesce(
  (select make_interval(mins => c.offset_minutes) from test_clocks c where c.merchant_id = p_merchant_id),
  interval '0'
) else interval '0' end;
