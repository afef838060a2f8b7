-- Why its gateway refused a payout, until that is believed: see schedule_payout_confirmation().
alter table payouts add column refused_for text;

drop function if exists schedule_payout_confirmation(bigint, bigint, boolean, boolean);
