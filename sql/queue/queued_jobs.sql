-- All jobs of all queues. A job that was replaced while it ran has lost its key, and has max_attempts attempts. Name
-- one queue to read only that one.
create or replace view queued_jobs as
select 'queue_live_lookups' as queue, id,
  (select identifier from queue_live_lookups._private_tasks t where t.id = task_id) as task,
  key, priority, run_at, attempts, max_attempts, last_error, locked_at, locked_by, created_at, updated_at
from queue_live_lookups._private_jobs
union all
select 'queue_live_money' as queue, id,
  (select identifier from queue_live_money._private_tasks t where t.id = task_id) as task,
  key, priority, run_at, attempts, max_attempts, last_error, locked_at, locked_by, created_at, updated_at
from queue_live_money._private_jobs
union all
select 'queue_live_webhooks' as queue, id,
  (select identifier from queue_live_webhooks._private_tasks t where t.id = task_id) as task,
  key, priority, run_at, attempts, max_attempts, last_error, locked_at, locked_by, created_at, updated_at
from queue_live_webhooks._private_jobs
union all
select 'queue_live_slow_webhooks' as queue, id,
  (select identifier from queue_live_slow_webhooks._private_tasks t where t.id = task_id) as task,
  key, priority, run_at, attempts, max_attempts, last_error, locked_at, locked_by, created_at, updated_at
from queue_live_slow_webhooks._private_jobs
union all
select 'queue_live_mails' as queue, id,
  (select identifier from queue_live_mails._private_tasks t where t.id = task_id) as task,
  key, priority, run_at, attempts, max_attempts, last_error, locked_at, locked_by, created_at, updated_at
from queue_live_mails._private_jobs
union all
select 'queue_test_lookups' as queue, id,
  (select identifier from queue_test_lookups._private_tasks t where t.id = task_id) as task,
  key, priority, run_at, attempts, max_attempts, last_error, locked_at, locked_by, created_at, updated_at
from queue_test_lookups._private_jobs
union all
select 'queue_test_money' as queue, id,
  (select identifier from queue_test_money._private_tasks t where t.id = task_id) as task,
  key, priority, run_at, attempts, max_attempts, last_error, locked_at, locked_by, created_at, updated_at
from queue_test_money._private_jobs
union all
select 'queue_test_webhooks' as queue, id,
  (select identifier from queue_test_webhooks._private_tasks t where t.id = task_id) as task,
  key, priority, run_at, attempts, max_attempts, last_error, locked_at, locked_by, created_at, updated_at
from queue_test_webhooks._private_jobs
union all
select 'queue_test_slow_webhooks' as queue, id,
  (select identifier from queue_test_slow_webhooks._private_tasks t where t.id = task_id) as task,
  key, priority, run_at, attempts, max_attempts, last_error, locked_at, locked_by, created_at, updated_at
from queue_test_slow_webhooks._private_jobs;
