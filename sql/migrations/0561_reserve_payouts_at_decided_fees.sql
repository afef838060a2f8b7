-- reserve_payouts() takes the fees with which accept_payouts() decided, and does not look them up again.
drop function if exists reserve_payouts(jsonb, text[]);
