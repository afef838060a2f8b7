-- Returns how often one event is sent at most, replays and recoveries included: each attempt is a row that is kept.
create or replace function most_attempts() returns integer
language sql immutable
return 100;
