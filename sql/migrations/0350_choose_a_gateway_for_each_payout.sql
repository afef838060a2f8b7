-- Several live gateways at once: the claim of a payout chooses among them, and operators can stop one of them.
drop function if exists claim_payouts(bigint[], boolean, text);

alter table payout_freezes add column gateway text;
alter table payout_freezes drop constraint payout_freeze_is_of_one_thing;
alter table payout_freezes add constraint payout_freeze_is_of_one_thing
  check (num_nonnulls(merchant_id, bank_code, gateway) <= 1);
alter table payout_freezes drop constraint payout_freeze_is_kept_once;
alter table payout_freezes add constraint payout_freeze_is_kept_once
  unique nulls not distinct (environment, merchant_id, bank_code, gateway);

-- Which gateway has a parameter more.
drop function if exists freeze_name(text, text);
drop function if exists freeze_target(text, text, text);
drop function if exists freeze_payouts(text, text, text, text, acting);
drop function if exists release_payouts(text, text, text, text, acting);
drop function if exists list_payout_freezes();
