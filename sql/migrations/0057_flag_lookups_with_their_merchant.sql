-- It returns the merchant too: jobs that a caller waits for carry it, so that workers can share their slots fairly.
drop function if exists rows_of_jobs(text, bigint[]);
