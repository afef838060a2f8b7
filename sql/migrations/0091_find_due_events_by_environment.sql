-- Endpoints with due events are found by environment: what is of test must not be read where live work is recovered.
create index events_pending on events (environment, merchant_id, delivery_round, next_attempt_at, id)
  where delivery_status = 'pending';
drop index events_to_deliver_by_endpoint;
