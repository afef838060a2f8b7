-- Finishes a started sign-in whose second factor was correct: it ends, and a session of p_session_hash begins, whose
-- reference is returned. Null if there is no such sign-in any more.
create or replace function finish_sign_in(p_token_hash bytea, p_session_hash bytea, p_address text, p_user_agent text)
returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_id bigint;
begin
  -- The person first, as everywhere: a password reset that waits for this ends the session too.
  perform from people p
  where p.id = (select s.person_id from sign_ins s where s.token_hash = p_token_hash)
  for no key update;
  delete from sign_ins s where s.token_hash = p_token_hash and s.expires_at > now()
  returning s.person_id into found_id;
  if found_id is null then
    return null;
  end if;
  return start_session(found_id, p_session_hash, p_address, p_user_agent);
end
$$;
