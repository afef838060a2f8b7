-- Returns how many requests of a merchant's environment the log keeps per day (UTC): the first ones.
create or replace function request_log_bound() returns bigint
language sql immutable
return 50000;
