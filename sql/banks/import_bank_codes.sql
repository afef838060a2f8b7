-- Imports the new and gone codes that compare_bank_codes() finds in a provider's list, for an operator; renamed ones
-- stay. Returns the differences, as that does. From now on the provider reaches the new ones, and not the gone ones.
-- Raises PB008 if more than ten are gone, as the list may be incomplete, and for a gateway that uses our own codes.
create or replace function import_bank_codes(
  p_gateway text, p_codes text[], p_names text[], p_nip_codes text[], p_acting acting
) returns table (difference text, bank_code text, bank_name text, provider_code text, provider_name text)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  differences jsonb;
  gone integer;
begin
  if not exists (select from gateways g where g.name = p_gateway and not g.takes_our_bank_codes) then
    raise exception '% has no bank codes of its own: it uses ours', p_gateway using errcode = 'PB008';
  end if;
  lock table bank_provider_codes in share row exclusive mode;
  select coalesce(jsonb_agg(to_jsonb(d)), '[]'), count(*) filter (where d.difference = 'gone')
  into differences, gone
  from compare_bank_codes(p_gateway, p_codes, p_names, p_nip_codes) d;
  if gone > 10 then
    raise exception 'the list lacks % codes that we have: is it whole? Nothing was imported', gone
      using errcode = 'PB008';
  end if;

  delete from bank_provider_codes c
  using jsonb_to_recordset(differences) d (difference text, provider_code text)
  where c.gateway = p_gateway and c.provider_code = d.provider_code and d.difference = 'gone';
  insert into bank_provider_codes (bank_code, gateway, provider_code)
  select d.bank_code, p_gateway, d.provider_code
  from jsonb_to_recordset(differences) d (difference text, bank_code text, provider_code text)
  where d.difference = 'new';
  perform log_action(
    null, null, 'bank import-codes', p_gateway, null, jsonb_build_object(
      'new', jsonb_path_query_array(differences, '$[*] ? (@.difference == "new").provider_code'),
      'gone', jsonb_path_query_array(differences, '$[*] ? (@.difference == "gone").provider_code')
    ), p_acting
  );
  return query
  select d.difference, d.bank_code, d.bank_name, d.provider_code, d.provider_name
  from jsonb_to_recordset(differences) d (
    difference text, bank_code text, bank_name text, provider_code text, provider_name text
  );
end
$$;
