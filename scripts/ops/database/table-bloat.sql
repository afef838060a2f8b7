-- When: the disk fills, or everything becomes slower over days.
-- Lists the largest tables with their dead rows and when they were vacuumed. Changes nothing.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -f scripts/ops/database/table-bloat.sql'
\ir ../arguments/check.sql
select * from table_bloat();
commit;
