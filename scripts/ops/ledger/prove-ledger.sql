-- When: every night, and after every incident.
-- Checks the books as ledger-control does, and records the time and the number of errors for metrics and alerts. Lists
-- what is wrong: no rows if all is well. Reads the whole ledger, which takes minutes if that is large.
-- Flags: --reason TEXT
set local statement_timeout = '20min';
select * from prove_ledger(:acting);
