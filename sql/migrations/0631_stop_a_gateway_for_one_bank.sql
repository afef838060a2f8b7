-- A live gateway can be stopped for one bank: its code for that bank may be another bank's.
alter table payout_freezes
  drop constraint payout_freeze_is_of_one_thing,
  add constraint payout_freeze_is_of_one_thing check (
    num_nonnulls(merchant_id, bank_code) <= 1 and num_nonnulls(merchant_id, gateway) <= 1
  );
