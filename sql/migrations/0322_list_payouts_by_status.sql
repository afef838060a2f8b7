-- A payout's row is written three times, and each time all its indexes. payouts_by_status serves the lists of all
-- payouts too: they are read for each status, and merged.
drop index payouts_by_merchant;

-- Events are purged in the order of their ids, which is about the one in which they were written.
drop index events_by_insertion;
