-- Monnify reports transfers by itself, as Paystack does.
alter table provider_notices
  drop constraint notice_provider_is_known,
  add constraint notice_provider_is_known check (provider in ('paystack', 'monnify'));
