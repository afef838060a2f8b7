-- Returns the status of a payment link as payers see it: its own status, but 'unavailable' for an active one whose
-- merchant may not collect. Only an 'active' one starts payments.
create or replace function checkout_link_status(p_link payment_links) returns text
language sql stable
return case
  when p_link.status = 'active' and not may_collect(p_link.merchant_id, p_link.environment) then 'unavailable'
  else p_link.status
end;
