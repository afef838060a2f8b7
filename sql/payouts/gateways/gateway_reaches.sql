-- Whether a live gateway reaches a bank. `http` is a server of the operator's, which is told our own code: it is taken
-- to reach every bank.
create or replace function gateway_reaches(p_gateway text, p_bank_code text) returns boolean
language sql stable
begin atomic
  select p_gateway = 'http' or exists (
    select from bank_provider_codes c where c.bank_code = p_bank_code and c.provider = p_gateway
  );
end;
