-- Events of each endpoint that may be being sent, apart from the endpoint: each claim writes this row again, and who
-- moves money reads the endpoint's. While an old snapshot keeps versions of a row, its readers pass over them all.
-- Written under the lock of the endpoint's row.
create table webhook_claims (
  endpoint_id bigint primary key references webhook_endpoints (id),
  event_ids bigint[] not null
) with (fillfactor = 25);

insert into webhook_claims (endpoint_id, event_ids)
select w.id, w.claimed_events from webhook_endpoints w where w.claimed_events <> '{}';

-- Only functions read it, which are replaced in this transaction.
alter table webhook_endpoints drop column claimed_events;
