-- When: the queue grows, or an alert says that jobs fail.
-- Lists jobs that failed at least once and have not succeeded yet, with their last error. Changes nothing.
select key, queue, attempts, run_at, mask_text(left(last_error, 200)) as last_error
from queued_jobs
where last_error is not null
order by updated_at desc
limit 100;
