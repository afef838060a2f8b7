-- Gives a session a new token, since its person has just given the password. That proves who they are if they have no
-- second factor: otherwise a password alone does not, as it doesn't sign them in either. False if there is no such
-- session. Locks the person, so that a factor that is being added counts.
create or replace function prove_by_password(p_session_id bigint, p_token_hash bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  proving bigint;
begin
  select p.id into proving from people p
  where p.id = (select s.person_id from sessions s where s.id = p_session_id)
  for no key update;
  return renew_session(p_session_id, p_token_hash, not has_second_factor(proving));
end
$$;
