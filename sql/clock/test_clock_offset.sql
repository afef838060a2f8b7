-- Returns by how much a merchant's test clock is ahead of the real time.
create or replace function test_clock_offset(p_merchant_id bigint) returns interval
language sql stable
return coalesce(
  (select make_interval(mins => c.offset_minutes) from test_clocks c where c.merchant_id = p_merchant_id), interval '0'
);
