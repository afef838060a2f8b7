-- Whether a live gateway names another bank than ours, p_bank_code, by p_reported: its own code or the interbank
-- switch's. False for unknown codes, and without a bank of ours: one institution has several codes at some providers.
create or replace function is_other_bank(p_gateway text, p_bank_code text, p_reported text) returns boolean
language sql stable
begin atomic
  with reported as (
    select c.bank_code from bank_provider_codes c where c.gateway = p_gateway and c.provider_code = p_reported
    union all
    select b.code from banks b where b.nip_code = p_reported
  )
  select coalesce(every(s.bank_code <> p_bank_code), false) from reported s;
end;
