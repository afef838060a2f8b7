-- Compares our codes for banks at a provider (bank_provider_codes) with the provider's own list: its codes, names, and
-- interbank switch codes (null if not listed), in arrays of equal length. Returns, each with our bank and the
-- provider's code and name:
--
--   new      it reaches a bank of ours without a known code: matched by the switch's code, or by equal words
--   gone     it does not list a code that we have
--   renamed  a code of ours has another name there, compared loosely: a person has to check which bank it is
--
-- Listed banks that match none of ours are left out.
create or replace function compare_bank_codes(p_gateway text, p_codes text[], p_names text[], p_nip_codes text[])
returns table (difference text, bank_code text, bank_name text, provider_code text, provider_name text)
language sql stable security definer set search_path = public, pg_temp as $$
  with listed as (
    select distinct on (l.code) l.code, l.name, l.nip_code
    from unnest(p_codes, p_names, p_nip_codes) l (code, name, nip_code)
    where l.code ~ '^[0-9A-Z]{3,8}$'
    order by l.code
  ), ours as (
    select c.bank_code, b.name, c.provider_code from bank_provider_codes c join banks b on b.code = c.bank_code
    where c.gateway = p_gateway
  ), matched as (
    select b.code as bank_code, b.name, l.code, l.name as listed_name, count(*) over (partition by b.code) as matches,
      count(*) over (partition by l.code) as banks
    from listed l
    join banks b on b.nip_code in (l.nip_code, l.code) or name_words(b.name) = name_words(l.name)
    where not exists (select from ours o where o.provider_code = l.code)
      and not exists (
        select from ours o join listed k on k.code = o.provider_code where o.bank_code = b.code
      )
  )
  select 'new', m.bank_code, m.name, m.code, m.listed_name from matched m where m.matches = 1 and m.banks = 1
  union all
  select 'gone', o.bank_code, o.name, o.provider_code, null from ours o
  where not exists (select from listed l where l.code = o.provider_code)
  union all
  select 'renamed', o.bank_code, o.name, o.provider_code, l.name
  from ours o join listed l on l.code = o.provider_code
  where is_other_holder(o.name, l.name)
  order by 1, 2
$$;
