-- When: payouts may go to a recipient again that deny-recipient.sql has listed.
-- Takes the entry off the list, by its number in denied-recipients.sql. What is held because of it goes on waiting for
-- decide-held-payout.sql.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v environment=test|live -v entry=NUMBER -v operator=NAME -v reason=TEXT -f scripts/ops/payouts/allow-recipient.sql'
\ir ../arguments/check.sql
select * from allow_recipient(
  :'environment', :'entry'::bigint, row(:'operator', null, null, :'reason', null)::acting
);
commit;
