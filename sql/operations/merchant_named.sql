-- Returns the id of the merchant with a reference, for operators' functions. Raises PB008 if there is none.
create or replace function merchant_named(p_reference text) returns bigint
language plpgsql stable set search_path = public, pg_temp as $$
declare
  found_id bigint;
begin
  select m.id into found_id from merchants m where m.reference = p_reference;
  if found_id is null then
    raise exception 'there is no merchant %: npm run ops -- merchants lists them', p_reference using errcode = 'PB008';
  end if;
  return found_id;
end
$$;
