-- It has a parameter more.
drop function if exists put_off_payout(bigint, bigint, text, boolean, boolean);
