-- When the due jobs of each queue were to run. Name a queue, with a limit: only as many are read. Within a priority
-- jobs are in order of their time, so those that are due later are not read; the caller turns sorting off.
create or replace view due_jobs as
select q.queue, due.run_at
from unnest(queue_names()) q (queue)
cross join lateral (
  with recursive level as (
    (select j.priority from queued_jobs j where j.queue = q.queue and j.is_available order by j.priority limit 1)
    union all
    select following.priority from level cross join lateral (
      select j.priority from queued_jobs j where j.queue = q.queue and j.is_available and j.priority > level.priority
      order by j.priority limit 1
    ) following
  )
  select j.run_at from level cross join lateral (
    select j.run_at from queued_jobs j
    where j.queue = q.queue and j.is_available and j.priority = level.priority and j.run_at <= now()
    order by j.run_at
  ) j
) due;
