-- When: the database was restored to an earlier moment, before any worker or ingress starts on it.
-- Stops all live payouts, as freeze-payouts.sql does, and has the bank asked about each that was under way at the
-- moment. None of them is sent, or sent again, before release-payouts.sql: the bank may have it. gateway= is the
-- preferred one of LIVE_GATEWAYS at that time. Lists what was under way. Other steps: docs/operating/recovery.md.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v gateway=GATEWAY -v operator=NAME -v reason=TEXT -f scripts/ops/payouts/after-restore.sql'
\ir ../arguments/check.sql
select * from hold_after_restore(:'gateway', row(:'operator', null, null, :'reason', null)::acting);
commit;
