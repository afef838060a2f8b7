-- A running worker process. record_heartbeat() updates it every second. After three seconds of silence another
-- process unlocks its jobs, which graphile-worker by itself would do only after four hours.

create table worker_processes (
  id bigint generated always as identity primary key,
  -- A small number that no other running process has: names the process's own heartbeat task.
  slot integer not null constraint worker_process_slot_is_unique unique,
  -- graphile-worker locks jobs in the name of a pool.
  pool_ids text[] not null default '{}',
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now()
);
