-- Returns the status of a payment link for payers: its own, but 'unavailable' for an active link whose merchant may not
-- collect. Only an 'active' link starts payments.
create or replace function checkout_link_status(p_link payment_links) returns text
language sql stable
return case
  when p_link.status = 'active' and not may_collect(p_link.merchant_id, p_link.environment) then 'unavailable'
  else p_link.status
end;
