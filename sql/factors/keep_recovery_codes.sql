-- Replaces a person's recovery codes. p_hashes: the SHA-256 of each.
create or replace function keep_recovery_codes(p_person_id bigint, p_hashes bytea[]) returns void
language sql set search_path = public, pg_temp as $$
  delete from recovery_codes c where c.person_id = p_person_id;
  insert into recovery_codes (person_id, code_hash) select p_person_id, hash from unnest(p_hashes) hash;
$$;
