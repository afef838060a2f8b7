-- Only the oldest pending payouts of each merchant have jobs, and are found by it.
create index payouts_pending on payouts (environment, merchant_id, id) where status = 'pending';
drop index payouts_waiting;
