-- Their parameter is p_waits now, as in the functions of webhooks.
drop function if exists claim_payouts(bigint[], boolean);
drop function if exists finish_payouts(payout_end[], boolean);
drop function if exists lock_payouts_to_finish(bigint[], boolean);
