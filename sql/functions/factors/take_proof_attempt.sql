-- Counts an attempt to prove to be a person, before it is looked at, so that attempts at the same time count as well.
-- False if the person's 20 wrong ones of this hour are used up. Whoever succeeds gives the attempt back.
create or replace function take_proof_attempt(p_person_id bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  most constant integer := 20;
begin
  insert into proof_attempts as a (person_id, taken) values (p_person_id, 1)
  on conflict (person_id) do update set
    taken = case when a.since < now() - interval '1 hour' then 1 else a.taken + 1 end,
    since = case when a.since < now() - interval '1 hour' then now() else a.since end
  where a.since < now() - interval '1 hour' or a.taken < most;
  return found;
end
$$;
