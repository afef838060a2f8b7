-- Returns the id to record a credit under, from a provider and its transaction id: two providers may use the same id.
-- http's ids are kept as reported.
create or replace function provider_credit_id(p_provider text, p_transaction text) returns text
language sql immutable
return case p_provider when 'http' then p_transaction else p_provider || ':' || p_transaction end;
