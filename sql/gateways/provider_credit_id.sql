-- Returns the id under which a credit is recorded, of a provider and its id of the transaction: what one provider calls
-- a transaction may be another's name for something else. http's are as they were reported.
create or replace function provider_credit_id(p_provider text, p_transaction text) returns text
language sql immutable
return case p_provider when 'http' then p_transaction else p_provider || ':' || p_transaction end;
