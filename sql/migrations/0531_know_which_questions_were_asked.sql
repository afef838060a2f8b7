-- schedule_payout_confirmation() has a fourth parameter from now on, which those who call it with three need not give.
-- A function of three beside it would leave such a call undecided.
drop function if exists schedule_payout_confirmation(bigint, bigint, boolean);
