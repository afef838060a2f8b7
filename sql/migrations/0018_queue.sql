-- Worker processes, their queues, and the upkeep of partitions.

create table worker_processes (
  id bigint generated always as identity primary key,
  slot integer not null constraint worker_process_slot_is_unique unique,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now()
);

comment on table worker_processes is
  'A running worker process. It locks jobs in the name of its id. record_heartbeat() updates it every second. After '
  'three seconds of silence another process unlocks its jobs, which graphile-worker would do only after four hours.';
comment on column worker_processes.slot is
  'A small number that no other running process has. Names the process''s heartbeat task.';

create table partition_upkeep (
  table_name text primary key,
  tried_at timestamptz not null
);

comment on table partition_upkeep is
  'When someone last tried to make or drop partitions of a table: keep_partitions() tries at most once a minute.';
