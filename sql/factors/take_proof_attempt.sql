-- Counts an attempt to prove to be a person, before it is checked, so that concurrent attempts count as well. False if
-- p_most were wrong in this hour, whoever tried. A correct attempt is returned.
create or replace function take_proof_attempt(p_person_id bigint, p_most integer) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into proof_attempts as a (person_id, taken) values (p_person_id, 1)
  on conflict (person_id) do update set
    taken = case when a.since < now() - interval '1 hour' then 1 else a.taken + 1 end,
    since = case when a.since < now() - interval '1 hour' then now() else a.since end
  where a.since < now() - interval '1 hour' or a.taken < p_most;
  return found;
end
$$;
