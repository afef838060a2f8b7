-- Returns the live gateway that money came in through.
create or replace function credit_gateway(p_credit credits) returns text
language sql immutable
return coalesce(p_credit.received_through, 'http');
