-- Turns a person's authenticator app off. With the last second factor the recovery codes go too. False if there is
-- none. Locks the person. Writes an audit row.
create or replace function disable_totp(p_person_id bigint, p_acting acting) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from people p where p.id = p_person_id for no key update;
  delete from totp_secrets t where t.person_id = p_person_id and t.confirmed_at is not null;
  if not found then
    return false;
  end if;
  if not has_second_factor(p_person_id) then
    delete from recovery_codes c where c.person_id = p_person_id;
  end if;
  perform log_person_action(p_person_id, 'totp disable', null, null, null, p_acting);
  return true;
end
$$;
