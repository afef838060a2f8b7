-- When: payouts must not go to an account, or to somebody of that name, before a person has looked at them.
-- Lists the account (at one bank, or at any) or the name. New payouts to a listed account are refused with
-- DESTINATION_BLOCKED. Those to a listed name, in whatever order its words stand and whatever words there are besides,
-- and those that were accepted before, wait as pending for decide-held-payout.sql. What was sent goes on.
-- The listing commits at once; then this waits up to ten seconds for claims that began before.
-- Flags: --environment test|live [--account NUMBER] [--bank WORD] [--name TEXT] --reason TEXT
select * from block_recipient(:environment, :account, :bank, :name, :acting);
commit;
select await_payout_claims() as claims_have_ended;
