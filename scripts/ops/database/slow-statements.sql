-- When: the database is busy, and you want to know why.
-- Lists the statements that took most of its time. Changes nothing. Needs pg_stat_statements, and explains how to
-- install it.
select * from slow_statements();
