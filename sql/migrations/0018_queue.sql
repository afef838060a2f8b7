-- Worker processes, their queues, and the upkeep of partitions.

create table worker_processes (
  id bigint generated always as identity primary key,
  slot integer not null constraint worker_process_slot_is_unique unique,
  pool_ids text[] not null default '{}',
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now()
);

comment on table worker_processes is
  'A running worker process. record_heartbeat() updates it every second. After three seconds of silence another '
  'process unlocks its jobs, which graphile-worker would do only after four hours.';
comment on column worker_processes.slot is
  'A small number that no other running process has. Names the process''s heartbeat task.';
comment on column worker_processes.pool_ids is 'graphile-worker locks jobs in the name of a pool.';

create table partition_upkeep (
  table_name text primary key,
  tried_at timestamptz not null
);

comment on table partition_upkeep is
  'When someone last tried to make or drop partitions of a table: keep_partitions() tries at most once a minute.';

-- The sweeps look for jobs that are locked or were replaced, among any number that wait.
do $$
declare
  queue text;
begin
  foreach queue in array array[
    'queue_live_lookups', 'queue_live_money', 'queue_live_webhooks', 'queue_live_slow_webhooks', 'queue_live_mails',
    'queue_test_lookups', 'queue_test_money', 'queue_test_webhooks', 'queue_test_slow_webhooks'
  ] loop
    execute format('create index jobs_locked on %I._private_jobs (locked_by) where locked_by is not null', queue);
    execute format('create index jobs_replaced on %I._private_jobs (id) where key is null', queue);
  end loop;
end
$$;
