-- Events are no longer stored as held: a pending event is held while its endpoint is disabled. So an endpoint with any
-- number of events is disabled and enabled by changing its own row alone.

-- Grows whenever a disabled endpoint is enabled again.
alter table webhook_endpoints add column delivery_round integer not null default 0;
-- That of the endpoint when the next attempt was planned. An event of an earlier round is due at once, with all its
-- attempts.
alter table events add column delivery_round integer not null default 0;

-- Attempts are shown by their number, and listed newest first.
drop index webhook_attempts_by_event;
alter table webhook_attempts add constraint webhook_attempt_number_is_unique unique (event_id, number);

update events set delivery_status = 'pending', retries = 0, next_attempt_at = created_at where delivery_status = 'held';
drop index events_held;
alter table events drop constraint event_delivery_status_is_known;
alter table events add constraint event_delivery_status_is_known check (
  delivery_status in ('not_sent', 'pending', 'delivered', 'exhausted')
);

drop index events_to_deliver_by_endpoint;
create index events_to_deliver_by_endpoint on events (merchant_id, environment, delivery_round, next_attempt_at, id)
  where delivery_status = 'pending';

-- Their results change: recover_events() also says whether more is left, and update_endpoint_health() returns nothing.
drop function if exists recover_events(bigint, text, timestamptz);
drop function if exists update_endpoint_health(bigint, text, text, integer, integer);
