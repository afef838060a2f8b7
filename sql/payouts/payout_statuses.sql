-- Returns all statuses of payouts that are no refunds, for queries of a merchant's by time: naming them uses
-- payouts_by_status, the only index with their time.
create or replace function payout_statuses() returns text[]
language sql immutable
return array['awaiting_approval', 'pending', 'processing', 'succeeded', 'failed', 'reversed', 'canceled'];
