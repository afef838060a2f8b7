-- When: every night, and after every incident.
-- Checks the books as ledger-control.sql does, and keeps when that was and how much was wrong, for metrics and alerts.
-- Lists what is wrong: no rows if all is well. Reads the whole ledger, which takes minutes where that is large.
-- Flags: --reason TEXT
set local statement_timeout = '20min';
select * from prove_ledger(:acting);
