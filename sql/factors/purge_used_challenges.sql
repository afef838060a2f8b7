-- Deletes challenges that are past their five minutes, and so refused without being here: at most p_limit. Returns how
-- many.
create or replace function purge_used_challenges(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  gone integer;
begin
  with over as (
    select u.challenge_hash from used_challenges u where u.used_at < now() - interval '15 minutes'
    order by u.used_at limit p_limit for update skip locked
  )
  delete from used_challenges u using over where u.challenge_hash = over.challenge_hash;
  get diagnostics gone = row_count;
  return gone;
end
$$;
