-- Returns the stored password hash, by address or by id; no row if there is no such person.
create or replace function find_credentials(p_email text, p_person_id bigint) returns table (
  person_id bigint, email text, password_hash text, is_verified boolean
)
language sql stable rows 1 security definer set search_path = public, pg_temp as $$
  select p.id, p.email, p.password_hash, p.email_verified_at is not null
  from people p where p.email = p_email or p.id = p_person_id;
$$;
