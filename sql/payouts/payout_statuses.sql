-- Returns all statuses that a payout may have: who reads a merchant's payouts by time names them, and so finds them by
-- payouts_by_status, the one index that has their time.
create or replace function payout_statuses() returns text[]
language sql immutable
return array['pending', 'processing', 'succeeded', 'failed', 'reversed', 'canceled'];
