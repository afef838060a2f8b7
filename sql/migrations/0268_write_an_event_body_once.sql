-- The bytes of an event that are signed and sent: written once, while its own row is written again for each attempt.
create table event_bodies (
  event_id bigint primary key references events (id),
  body text not null
);

-- Events of earlier versions keep their body in their own row, so that none is copied: see event_body().
alter table events alter column body drop not null;

-- Events of the endpoint that may be being sent; is_claimed() says which of them are. An index of events knew before,
-- which each claim wrote again together with all others.
alter table webhook_endpoints add column claimed_events bigint[] not null default '{}';
update webhook_endpoints w set claimed_events = array(
  select e.id from events e
  where e.merchant_id = w.merchant_id and e.environment = w.environment and e.claimed_by is not null
);
drop index events_being_sent;

-- Room in each page for what a claim changes, which no index holds.
alter table events set (fillfactor = 70);
alter table webhook_endpoints set (fillfactor = 50);
