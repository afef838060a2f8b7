-- Withdraws the proof of a person's sessions other than p_session_id, since this is their first second factor: a
-- password alone no longer counts as proof. The caller has locked the person.
create or replace function doubt_proofs(p_person_id bigint, p_session_id bigint) returns void
language sql set search_path = public, pg_temp as $$
  update sessions s set proved_at = 'epoch'
  where s.person_id = p_person_id and s.id is distinct from p_session_id;
$$;
