-- Returns the live gateway that money came in through. Only http takes money in: a gateway that does so too has to be
-- told apart here.
create or replace function credit_gateway(p_credit credits) returns text
language sql immutable
return 'http';
