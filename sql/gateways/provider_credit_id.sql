-- Returns the id to record a credit under, from a gateway and a transaction id of its provider: two providers may use
-- the same id. http's ids are kept as reported.
create or replace function provider_credit_id(p_gateway text, p_transaction text) returns text
language sql immutable
return case p_gateway when 'http' then p_transaction else p_gateway || ':' || p_transaction end;
