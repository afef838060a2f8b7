-- Replaces a person's recovery codes; p_hashes is the SHA-256 of each. False if the person has no second factor. Locks
-- the person. Writes an audit row.
create or replace function renew_recovery_codes(p_person_id bigint, p_hashes bytea[], p_acting acting) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from people p where p.id = p_person_id for no key update;
  if not has_second_factor(p_person_id) then
    return false;
  end if;
  perform keep_recovery_codes(p_person_id, p_hashes);
  perform log_person_action(p_person_id, 'recovery-codes renew', null, null, null, p_acting);
  return true;
end
$$;
