-- Adds a merchant owned by the person who adds it; null if the person has added 10. Raises PB009 if the person belongs
-- to a hundred. Locks the person. Writes an audit row.
create or replace function add_own_merchant(p_person_id bigint, p_name text, p_acting acting) returns merchants
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  most constant integer := 10;
  person people;
  added merchants;
begin
  select * into person from people p where p.id = p_person_id for no key update;
  if (select count(*) from merchants b where b.created_by = p_person_id) >= most then
    return null;
  end if;
  perform refuse_too_many_memberships(p_person_id);
  added := create_merchant(p_name, person.email, p_acting);
  update merchants b set created_by = p_person_id where b.id = added.id;
  insert into memberships (person_id, merchant_id, role) values (p_person_id, added.id, 'owner');
  return added;
end
$$;
