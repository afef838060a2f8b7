-- The log of requests in partitions of a week: retention drops a whole one, where it deleted row after row and left
-- their room to the vacuum. sql/README.md says how partitions are kept, docs/operating.md which tables have them.

-- When somebody last tried to make or drop partitions of a table: keep_partitions() tries once a minute at most.
create table partition_upkeep (
  table_name text primary key,
  tried_at timestamptz not null
);

-- Its parameter is the table's row.
drop function if exists logged_request_json(request_log);

-- What was written so far becomes one partition. It is not copied, and not read here, where the log is locked:
-- migrate() checks afterwards that all of it fits there, and attaches it. Until then the log lacks it.
alter table request_log add column inserted_at timestamptz not null default now();
alter table request_log alter column id drop identity;
alter table request_log rename to request_log_before;
alter table request_log_before rename constraint request_log_pkey to request_log_before_pkey;
alter index request_log_by_time rename to request_log_before_by_time;
alter index request_log_by_kind rename to request_log_before_by_kind;
alter index request_log_by_request rename to request_log_before_by_request;

-- The requests of merchants, for 30 days, without bodies, query strings and headers. Written in batches, so its rows
-- need no foreign keys, which would be looked up for each: merchants and kinds are never deleted. A key of a
-- partitioned table has to hold inserted_at, and would keep nothing apart that the sequence of ids does not.
create table request_log (
  id bigint generated always as identity,
  -- When it arrived.
  created_at timestamptz not null,
  merchant_id bigint not null,
  kind_id integer not null,
  duration_ms integer not null,
  environment text not null,
  request_id text not null,
  -- The key's reference, or the person's.
  caller text not null,
  -- When it was written, by the database's clock, which decides in which partition it is and when it goes. As the row
  -- is written, and not as its transaction began, which may have been before this table was there.
  inserted_at timestamptz not null default clock_timestamp()
) partition by range (inserted_at);

create index request_log_by_time on request_log (merchant_id, environment, created_at desc, id desc);
create index request_log_by_kind on request_log (merchant_id, environment, kind_id, created_at desc, id desc);
create index request_log_by_request on request_log (merchant_id, environment, request_id, created_at desc, id desc);

-- Takes what no other partition takes, so that no request fails for want of one.
create table request_log_default partition of request_log default;
create index request_log_default_by_insertion on request_log_default (inserted_at);

do $$
declare
  starts constant timestamptz := clock_timestamp();
  week constant timestamptz := (date_trunc('week', starts at time zone 'UTC') + interval '1 week') at time zone 'UTC';
begin
  execute format(
    'create table %I partition of request_log for values from (%L) to (%L)',
    'request_log_' || to_char(starts at time zone 'UTC', 'YYYYMMDD'), starts, week
  );
  perform setval(pg_get_serial_sequence('request_log', 'id'), greatest(b.id, 1), b.id is not null)
  from (select max(id) as id from request_log_before) b;
  if exists (select from request_log_before) then
    execute format(
      'alter table request_log_before add constraint request_log_is_from_before check (inserted_at < %L) not valid', starts
    );
  else
    drop table request_log_before;
  end if;
end
$$;
