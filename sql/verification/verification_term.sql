-- Returns how long a verification is kept in this state; null: as long as it is submitted, or the business approved. A
-- draft 90 days, a rejected one a year; five years if the business was approved before.
create or replace function verification_term(p_status text, p_was_approved boolean) returns interval
language sql immutable
return case
  when p_status in ('submitted', 'approved') then null
  when p_was_approved then interval '5 years'
  when p_status = 'rejected' then interval '1 year'
  else interval '90 days'
end;
