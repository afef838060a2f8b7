-- What keeps one receiver's trouble its own. A backlog waits here and not in the queue: few events of an endpoint are being
-- sent at once, fewer where it is slow, and whoever ends an attempt wakes the next.

alter table webhook_endpoints
  -- The first failure since the last success; five days of it disable the endpoint.
  add column failing_since timestamptz,
  -- Whether its last attempt took long. Slow endpoints wait for each other only.
  add column is_slow boolean not null default false;

alter table events
  -- The place in the schedule; a replay begins it anew, while attempts goes on counting.
  add column retries integer not null default 0,
  -- The worker process that is sending it, and until when it may take for that; in real time.
  add column claimed_by bigint,
  add column claimed_until timestamptz,
  add constraint claimed_event_has_a_claimant check ((claimed_by is null) = (claimed_until is null));
update events set retries = attempts where delivery_status = 'pending';

create index events_to_deliver_by_endpoint on events (merchant_id, environment, next_attempt_at, id)
  where delivery_status = 'pending';
create index events_being_sent on events (merchant_id, environment) where claimed_by is not null;
drop index events_to_deliver;
drop index events_to_deliver_by_clock;
