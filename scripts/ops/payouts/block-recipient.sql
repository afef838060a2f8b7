-- When: payouts must not go to an account, or to somebody of that name, before a person has looked at them.
-- Lists the account (at one bank, or at any) or the name. New payouts to a listed account are refused with
-- DESTINATION_BLOCKED. Those to a listed name, in whatever order its words stand and whatever words there are besides,
-- and those that were accepted before, wait as pending for decide-held-payout.sql. What was sent goes on.
-- The listing commits at once; then this waits up to ten seconds for claims that began before.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v environment=test|live [-v account=NUMBER] [-v bank=WORD] [-v name=TEXT] -v operator=NAME -v reason=TEXT -f scripts/ops/payouts/block-recipient.sql'
\ir ../arguments/check.sql
select * from block_recipient(
  :'environment', nullif(:'account', ''), nullif(:'bank', ''), nullif(:'name', ''),
  row(:'operator', null, null, :'reason', null)::acting
);
commit;
select await_payout_claims() as claims_have_ended;
