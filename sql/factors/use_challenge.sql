-- Records that a challenge was used. False if it was used before, also by a concurrent request.
create or replace function use_challenge(p_challenge_hash bytea) returns boolean
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into used_challenges (challenge_hash) values (p_challenge_hash) on conflict do nothing;
  return found;
end
$$;
