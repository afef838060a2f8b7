-- Renames a person's passkey. False if the person has no such passkey. Writes an audit row.
create or replace function rename_passkey(p_person_id bigint, p_reference text, p_name text, p_acting acting)
returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  former text;
begin
  select k.name into former from passkeys k
  where (k.person_id, k.reference) = (p_person_id, p_reference) for no key update;
  if not found then
    return false;
  end if;
  if former <> p_name then
    update passkeys k set name = p_name where k.reference = p_reference;
    perform log_person_action(
      p_person_id, 'passkey rename', p_reference, jsonb_build_object('name', former),
      jsonb_build_object('name', p_name), p_acting
    );
  end if;
  return true;
end
$$;
