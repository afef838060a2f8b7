-- One table for what services cost, in kobo: payouts by amount, identity checks at one price. The newest row in force
-- whose up_to covers the amount counts; fees change by new rows with a later effective_from, never by editing old ones.

alter table payout_fees rename to fees;
alter table fees rename constraint payout_fee_environment_is_known to fee_environment_is_known;
alter table fees rename constraint payout_fee_is_not_negative to fee_is_not_negative;
alter table fees add column service text not null default 'payout'
  constraint fee_service_is_known check (service in ('payout', 'identity_check'));
alter table fees alter column service drop default;
alter table fees drop constraint payout_fee_band_is_unique;
alter table fees add constraint fee_band_is_unique
  unique nulls not distinct (service, environment, effective_from, up_to);

insert into fees (service, environment, effective_from, up_to, fee) values
  ('identity_check', 'test', '2020-01-01Z', null, 0),
  ('identity_check', 'live', '2020-01-01Z', null, 5000);
