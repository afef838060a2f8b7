-- When: an alert says that payouts wait for a person.
-- Lists payouts that are held since an operator has listed their account or a name like the holder's, or since a
-- provider's statement has them although they were never sent. Changes nothing.
-- Compare, then decide: decide-held-payout.sql.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -f scripts/ops/payouts/held-payouts.sql'
\ir ../arguments/check.sql
select * from list_held_payouts();
commit;
