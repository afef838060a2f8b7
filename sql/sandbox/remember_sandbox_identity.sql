-- Stores the encrypted phone of an identity that the sandbox knows. Returns the phone that was stored first.
create or replace function remember_sandbox_identity(p_reference text, p_encrypted_phone bytea) returns bytea
language sql security definer set search_path = public, pg_temp as $$
  insert into sandbox_identities as i (reference, encrypted_phone) values (p_reference, p_encrypted_phone)
  on conflict (reference) do update set reference = i.reference
  returning encrypted_phone;
$$;
