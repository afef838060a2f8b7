-- Returns the time for a merchant: the real time, in the test environment plus the offset of the merchant's test clock.
-- All business times of test rows use it. It has no query of its own, so that PostgreSQL inlines its calls: a live
-- payout has eleven.
create or replace function business_now(p_merchant_id bigint, p_environment text) returns timestamptz
language sql stable
return now() + case when p_environment = 'test' then test_clock_offset(p_merchant_id) else interval '0' end;
