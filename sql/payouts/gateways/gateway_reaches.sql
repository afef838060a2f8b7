-- Whether a live gateway reaches a bank.
create or replace function gateway_reaches(p_gateway text, p_bank_code text) returns boolean
language sql stable
begin atomic
  select exists (select from gateways g where g.name = p_gateway and g.takes_our_bank_codes) or exists (
    select from bank_provider_codes c where c.bank_code = p_bank_code and c.gateway = p_gateway
  );
end;
