-- A payout that was never sent, by the books, and is on a provider's statement waits for a person as well.
alter table payout_holds drop constraint payout_hold_cause_is_known;
alter table payout_holds add constraint payout_hold_cause_is_known check (cause in ('account', 'name', 'statement'));
