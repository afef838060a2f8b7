-- Returns whether the merchant may collect in this environment: in test always, in live while its business is approved.
-- Checked by everything that opens a new way to pay; money paid into an existing one is always booked.
create or replace function may_collect(p_merchant_id bigint, p_environment text) returns boolean
language sql stable
return p_environment = 'test'
  or exists (select from merchants m where m.id = p_merchant_id and m.kyb_status = 'approved');
