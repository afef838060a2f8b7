-- Of a merchant's payouts to ask about and credits to book, as of its pending payouts, only the next few have jobs, and
-- are found by it. 0: nobody's yet.
create index payouts_asked_by_merchant on payouts (environment, merchant_id, next_confirmation_at)
  where next_confirmation_at is not null;
drop index payouts_to_ask_about;
drop index payouts_to_confirm_by_clock;

create index credits_received on credits (environment, coalesce(merchant_id, 0), id) where status = 'received';
drop index credits_waiting;

-- The earlier credits of a collection, which are booked first.
create index credits_received_by_collection on credits (collection_id, received_at, id) where status = 'received';

drop function if exists queue_next_payouts(bigint, text);
drop function if exists oldest_pending_payouts(bigint, text);
