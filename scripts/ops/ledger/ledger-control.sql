-- When: daily, and after every incident.
-- Lists what is wrong with the ledger (no rows if all is well), the money in suspense, and the total of each kind of
-- account.
-- Changes nothing. Reads the whole ledger, which takes minutes if that is large.
set local statement_timeout = '20min';
select * from ledger_discrepancies;
select * from open_suspense order by received_at;
select environment, currency, kind, sum(balance) as balance from ledger_balances
group by environment, currency, kind order by environment, currency, kind;
