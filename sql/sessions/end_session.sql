-- Ends one of a person's sessions at once, by its reference. False if the person has no such session.
create or replace function end_session(p_person_id bigint, p_reference text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sessions s where (s.person_id, s.reference) = (p_person_id, p_reference);
  return found;
end
$$;
