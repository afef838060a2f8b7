-- When: the database is busy, and you want to know with what.
-- Lists the statements that took most of its time. Changes nothing. Needs pg_stat_statements: it says how.
select * from slow_statements();
