-- Counts an attempt to finish a started sign-in, before the second factor is checked, and returns its person's id; null
-- if there is no such sign-in, its 5 minutes are over, or it was tried 5 times.
create or replace function use_sign_in(p_token_hash bytea) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  update sign_ins s set attempts = s.attempts + 1
  where s.token_hash = p_token_hash and s.expires_at > now() and s.attempts < 5
  returning s.person_id;
$$;
