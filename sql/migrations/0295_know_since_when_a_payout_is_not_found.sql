-- A provider may know a transfer later than it took it. So "not found" counts only after a while.
alter table payouts add column not_found_since timestamptz;
drop function if exists schedule_payout_confirmation(bigint, bigint);
