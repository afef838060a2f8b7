-- Removes a person's passkey: 'removed'; 'not_found'; 'last_way_in', the last passkey of a person without a password.
-- With the last second factor the recovery codes go too. Locks the person. Writes an audit row.
create or replace function remove_passkey(p_person_id bigint, p_reference text, p_acting acting) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  has_password boolean;
  removed passkeys;
begin
  select p.password_hash is not null into has_password from people p where p.id = p_person_id for no key update;
  select * into removed from passkeys k where (k.person_id, k.reference) = (p_person_id, p_reference);
  if not found then
    return 'not_found';
  end if;
  if not has_password and (select count(*) from passkeys k where k.person_id = p_person_id) = 1 then
    return 'last_way_in';
  end if;
  delete from passkeys k where k.id = removed.id;
  if not has_second_factor(p_person_id) then
    delete from recovery_codes c where c.person_id = p_person_id;
  end if;
  perform log_person_action(
    p_person_id, 'passkey remove', p_reference, jsonb_build_object('name', removed.name), null, p_acting
  );
  return 'removed';
end
$$;
