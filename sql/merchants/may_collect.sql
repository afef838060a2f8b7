-- Returns whether the merchant may be paid in this environment: in test always, in live while its business is approved.
-- Whatever opens a new way to pay checks this; money that was paid into an existing one is always booked.
create or replace function may_collect(p_merchant_id bigint, p_environment text) returns boolean
language sql stable
return p_environment = 'test'
  or exists (select from merchants m where m.id = p_merchant_id and m.kyb_status = 'approved');
