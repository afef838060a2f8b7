-- When: payouts-to-review.sql lists a payout, and you know from the provider whether the recipient has the money.
-- Decides how it ended, and moves its money accordingly. A wrong "failed" pays twice.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v reference=pyt_... -v outcome=succeeded|failed -v operator=NAME -v reason=TEXT -f scripts/ops/payouts/decide-payout.sql'
\ir ../arguments/check.sql
select * from decide_payout_or_refuse(:'reference', :'outcome', row(:'operator', null, null, :'reason', null)::acting);
commit;
