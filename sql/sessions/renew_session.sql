-- Gives a session a new token, so that a stolen one no longer works. p_proved: the person has just proved who they are.
-- False if there is no such session.
create or replace function renew_session(p_session_id bigint, p_token_hash bytea, p_proved boolean) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions s
  set token_hash = p_token_hash, proved_at = case when p_proved then now() else s.proved_at end
  where s.id = p_session_id;
  return found;
end
$$;
