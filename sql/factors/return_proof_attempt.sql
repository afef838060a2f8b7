-- Returns an attempt that take_proof_attempt() counted, because it was correct.
create or replace function return_proof_attempt(p_person_id bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  update proof_attempts a set taken = a.taken - 1 where a.person_id = p_person_id and a.taken > 0;
$$;
