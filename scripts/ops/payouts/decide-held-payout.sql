-- When: held-payouts.sql lists a payout, and you know whether it may go to its recipient, or, of one on a
-- provider's statement, what the provider did (docs/reconciliation.md).
-- release sends it; refuse lets it fail (DESTINATION_BLOCKED, TRANSFER_FAILED), and gives amount and fee back.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v reference=pyt_... -v decision=release|refuse -v operator=NAME -v reason=TEXT -f scripts/ops/payouts/decide-held-payout.sql'
\ir ../arguments/check.sql
select * from decide_held_payout(:'reference', :'decision', row(:'operator', null, null, :'reason', null)::acting);
commit;
