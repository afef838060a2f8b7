-- Adds a person whose email address is not proved yet, and returns the row; null if the address belongs to a person
-- already. p_email in lower case; p_password_hash in the PHC text form, or null.
create or replace function create_person(p_email text, p_name text, p_password_hash text) returns people
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  created people;
begin
  insert into people (reference, email, name, password_hash)
  values (new_reference('per'), p_email, p_name, p_password_hash)
  on conflict on constraint person_email_is_unique do nothing
  returning * into created;
  return created;
end
$$;
