-- When: the cause of a failing job is fixed and you don't want to wait for its next attempt.
-- Runs the job now, with all its attempts again. Safe to repeat: a job whose work is done changes nothing.
-- --job: its key from failing-jobs.
-- Flags: --job TASK:NUMBER --reason TEXT
select retry_job(:job, :acting);
