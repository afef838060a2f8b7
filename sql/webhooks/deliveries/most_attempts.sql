-- Returns how often one event is sent at most, including replays and recoveries: each attempt is a row that is kept.
create or replace function most_attempts() returns integer
language sql immutable
return 100;
