-- It has a parameter more.
drop function if exists claim_payout_confirmation(bigint);
