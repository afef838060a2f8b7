-- The minutes in which questions about payouts are due, the newest first, and in each the merchants: the sweep reads of
-- those that are due one for each merchant and minute, and none that is planned for later (waiting_rows).
create index payouts_asked_by_minute on payouts (
  environment, ((-floor(extract(epoch from next_confirmation_at at time zone 'UTC') / 60))::integer), merchant_id,
  next_confirmation_at
) where next_confirmation_at is not null;
