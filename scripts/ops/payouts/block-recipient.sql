-- When: a person must check payouts to an account, or to anyone of a name.
-- Blocks the account (at one bank, or at any) or the name. New payouts to a blocked account are refused with
-- DESTINATION_BLOCKED. Those to a blocked name, with its words in any order and any others besides, and those accepted
-- before, stay pending until decide-held-payout. Sent payouts continue.
-- The block commits at once; then this waits up to ten seconds for claims that began before.
-- Flags: --environment test|live [--account NUMBER] [--bank WORD] [--name TEXT] --reason TEXT
select * from block_recipient(:environment, :account, :bank, :name, :acting);
commit;
select await_payout_claims() as claims_have_ended;
