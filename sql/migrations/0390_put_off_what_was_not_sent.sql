-- Since when nothing of a payout, which is 'processing', was sent through its gateway, for sure: the gateway takes no
-- calls now, or there was no time. It is sent when its next question is due, in place of the question. Null: it was
-- sent, or may have been.
alter table payouts add column unsent_since timestamptz;
-- Whether not a byte of the transfer reached the gateway: it may then get it again. What it refused itself it may not.
alter table payout_refusals add column never_left boolean not null default false;
-- It has a parameter more.
drop function if exists reroute_payout(bigint, bigint, text, text[]);
