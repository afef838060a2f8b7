-- When: payouts may go to a recipient again that block-recipient.sql has listed.
-- Takes the entry off the list, by its number in blocked-recipients.sql. What is held because of it goes on waiting for
-- decide-held-payout.sql.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v environment=test|live -v entry=NUMBER -v operator=NAME -v reason=TEXT -f scripts/ops/payouts/unblock-recipient.sql'
\ir ../arguments/check.sql
select * from unblock_recipient(
  :'environment', :'entry'::bigint, row(:'operator', null, null, :'reason', null)::acting
);
commit;
