-- Adds jobs of one task to a queue, each with its own key, and returns how many it added: none for a key that has a
-- job, and none at all if the queue has never had the task. Arrays of equal length, one entry per job. p_flags: null
-- for a job without any. For enqueue_jobs(), which gives the others to graphile-worker's add_jobs().
--
-- One statement instead of the five of graphile-worker's add_jobs(), and without its unused notification: that took a
-- sixth of PostgreSQL's time. One statement per queue, instead of one built from the queue's name: each connection
-- caches their plans.
create or replace function add_new_jobs(
  p_queue text, p_task text, p_keys text[], p_payloads json[], p_flags jsonb[], p_run_at timestamptz,
  p_priority smallint
) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  added integer;
begin
  case p_queue
    when 'queue_live_lookups' then
      insert into queue_live_lookups._private_jobs (task_id, key, payload, flags, run_at, priority, max_attempts)
      select t.id, j.key, j.payload, j.flags, p_run_at, p_priority, 10000
      from queue_live_lookups._private_tasks t, unnest(p_keys, p_payloads, p_flags) j (key, payload, flags)
      where t.identifier = p_task
      on conflict (key) do nothing;
    when 'queue_live_money' then
      insert into queue_live_money._private_jobs (task_id, key, payload, flags, run_at, priority, max_attempts)
      select t.id, j.key, j.payload, j.flags, p_run_at, p_priority, 10000
      from queue_live_money._private_tasks t, unnest(p_keys, p_payloads, p_flags) j (key, payload, flags)
      where t.identifier = p_task
      on conflict (key) do nothing;
    when 'queue_live_webhooks' then
      insert into queue_live_webhooks._private_jobs (task_id, key, payload, flags, run_at, priority, max_attempts)
      select t.id, j.key, j.payload, j.flags, p_run_at, p_priority, 10000
      from queue_live_webhooks._private_tasks t, unnest(p_keys, p_payloads, p_flags) j (key, payload, flags)
      where t.identifier = p_task
      on conflict (key) do nothing;
    when 'queue_live_slow_webhooks' then
      insert into queue_live_slow_webhooks._private_jobs (task_id, key, payload, flags, run_at, priority, max_attempts)
      select t.id, j.key, j.payload, j.flags, p_run_at, p_priority, 10000
      from queue_live_slow_webhooks._private_tasks t, unnest(p_keys, p_payloads, p_flags) j (key, payload, flags)
      where t.identifier = p_task
      on conflict (key) do nothing;
    when 'queue_live_mails' then
      insert into queue_live_mails._private_jobs (task_id, key, payload, flags, run_at, priority, max_attempts)
      select t.id, j.key, j.payload, j.flags, p_run_at, p_priority, 10000
      from queue_live_mails._private_tasks t, unnest(p_keys, p_payloads, p_flags) j (key, payload, flags)
      where t.identifier = p_task
      on conflict (key) do nothing;
    when 'queue_test_lookups' then
      insert into queue_test_lookups._private_jobs (task_id, key, payload, flags, run_at, priority, max_attempts)
      select t.id, j.key, j.payload, j.flags, p_run_at, p_priority, 10000
      from queue_test_lookups._private_tasks t, unnest(p_keys, p_payloads, p_flags) j (key, payload, flags)
      where t.identifier = p_task
      on conflict (key) do nothing;
    when 'queue_test_money' then
      insert into queue_test_money._private_jobs (task_id, key, payload, flags, run_at, priority, max_attempts)
      select t.id, j.key, j.payload, j.flags, p_run_at, p_priority, 10000
      from queue_test_money._private_tasks t, unnest(p_keys, p_payloads, p_flags) j (key, payload, flags)
      where t.identifier = p_task
      on conflict (key) do nothing;
    when 'queue_test_webhooks' then
      insert into queue_test_webhooks._private_jobs (task_id, key, payload, flags, run_at, priority, max_attempts)
      select t.id, j.key, j.payload, j.flags, p_run_at, p_priority, 10000
      from queue_test_webhooks._private_tasks t, unnest(p_keys, p_payloads, p_flags) j (key, payload, flags)
      where t.identifier = p_task
      on conflict (key) do nothing;
    when 'queue_test_slow_webhooks' then
      insert into queue_test_slow_webhooks._private_jobs (task_id, key, payload, flags, run_at, priority, max_attempts)
      select t.id, j.key, j.payload, j.flags, p_run_at, p_priority, 10000
      from queue_test_slow_webhooks._private_tasks t, unnest(p_keys, p_payloads, p_flags) j (key, payload, flags)
      where t.identifier = p_task
      on conflict (key) do nothing;
  end case;
  get diagnostics added = row_count;
  return added;
end
$$;
