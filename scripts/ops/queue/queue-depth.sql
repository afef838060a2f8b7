-- When: jobs seem late, or before you add or remove workers.
-- Counts, by queue and task, the jobs that are due, running, scheduled for later, and out of attempts. Changes nothing.
select queue, task,
  count(*) filter (where locked_at is null and run_at <= now() and attempts < max_attempts) as due,
  count(*) filter (where locked_at is not null) as running,
  count(*) filter (where locked_at is null and run_at > now()) as later,
  count(*) filter (where locked_at is null and attempts >= max_attempts) as out_of_attempts,
  now() - min(run_at) filter (where locked_at is null and run_at <= now()) as oldest_due
from queued_jobs
group by queue, task
order by due desc, queue, task;
