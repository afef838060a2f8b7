-- Uses up a person's recovery code. False if there is none with that SHA-256, or it was used. Writes an audit row.
create or replace function use_recovery_code(p_person_id bigint, p_code_hash bytea, p_acting acting) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from recovery_codes c where (c.person_id, c.code_hash) = (p_person_id, p_code_hash);
  if not found then
    return false;
  end if;
  perform log_person_action(
    p_person_id, 'recovery-code use', null, null,
    jsonb_build_object('left', (select count(*) from recovery_codes c where c.person_id = p_person_id)), p_acting
  );
  return true;
end
$$;
