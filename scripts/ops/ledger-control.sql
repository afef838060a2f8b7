-- What is wrong with the ledger (nothing, if all is well), what waits in suspense, and what each kind of account holds.
-- psql "$DATABASE_URL" -f scripts/ops/ledger-control.sql
select * from ledger_discrepancies;
select * from open_suspense order by received_at;
select environment, currency, kind, sum(balance) as balance from ledger_balances
group by environment, currency, kind order by environment, currency, kind;
