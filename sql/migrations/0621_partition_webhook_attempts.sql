-- Delivery attempts in partitions of a week, as the log of requests.

-- Their parameter is the table's row.
drop function if exists webhook_attempt_json(webhook_attempts);
drop function if exists webhook_attempt_with_bodies_json(webhook_attempts);
drop function if exists webhook_attempt_members(webhook_attempts);

-- What was written so far becomes one partition: see 0620. It keeps its index by inserted_at, by which rows go until
-- the partition does, and for now its foreign key: to drop that locks the events, which migrate() does for a moment
-- when it attaches the partition.
alter table webhook_attempts rename to webhook_attempts_before;
alter table webhook_attempts_before rename constraint webhook_attempts_pkey to webhook_attempts_before_pkey;
alter index webhook_attempts_by_insertion rename to webhook_attempts_before_by_insertion;

-- An attempt to deliver an event, for 30 days. Without a foreign key: to make a partition and to drop one would lock
-- the events, and so all that moves money. record_attempts() has locked the event, and purge_events() deletes attempts
-- with their event. An attempt is known by its event and number, which is the primary key of each partition: that of
-- the table would have to hold inserted_at.
create table webhook_attempts (
  event_id bigint not null,
  number integer not null,
  url text not null,
  request_headers json not null,
  response_status integer,
  response_body text,
  duration_ms integer not null,
  error text,
  sent_at timestamptz not null default now(),
  -- By the database's clock, as the row is written: which partition it is in, and when it goes.
  inserted_at timestamptz not null default clock_timestamp()
) partition by range (inserted_at);

create table webhook_attempts_default partition of webhook_attempts (primary key (event_id, number)) default;
create index webhook_attempts_default_by_insertion on webhook_attempts_default (inserted_at);

do $$
declare
  starts constant timestamptz := clock_timestamp();
  week constant timestamptz := (date_trunc('week', starts at time zone 'UTC') + interval '1 week') at time zone 'UTC';
begin
  execute format(
    'create table %I partition of webhook_attempts (primary key (event_id, number)) for values from (%L) to (%L)',
    'webhook_attempts_' || to_char(starts at time zone 'UTC', 'YYYYMMDD'), starts, week
  );
  if exists (select from webhook_attempts_before) then
    execute format(
      'alter table webhook_attempts_before
      add constraint webhook_attempts_is_from_before check (inserted_at < %L) not valid', starts
    );
  else
    -- With its foreign key: there is no event that anybody could wait for.
    drop table webhook_attempts_before;
  end if;
end
$$;
