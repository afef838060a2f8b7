-- Stores the secret of an authenticator app that the person is adding. False if the person has one in use.
create or replace function begin_totp(p_person_id bigint, p_encrypted_secret bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into totp_secrets as t (person_id, encrypted_secret) values (p_person_id, p_encrypted_secret)
  on conflict (person_id) do update set encrypted_secret = excluded.encrypted_secret, created_at = now()
  where t.confirmed_at is null;
  return found;
end
$$;
