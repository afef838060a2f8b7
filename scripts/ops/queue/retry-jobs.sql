-- When: the cause of many failing jobs of one task is fixed, such as a provider that was down.
-- Runs the failed ones in that environment now, with all their attempts again, oldest first, at most --limit, up to
-- 1000. Safe to repeat: a job whose work is done changes nothing.
-- Flags: --task TASK --environment test|live --limit NUMBER --reason TEXT
select * from retry_jobs(:task, :environment, :limit::bigint, :acting);
