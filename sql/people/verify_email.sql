-- Uses the token that proves an address, with all others of the person, and signs the person in: returns the session's
-- reference. Name, password and business become those of the token's sign-up, whoever signed up with the address since.
-- Null, having changed nothing, if the token is not valid, the address was proved before, or the password of that
-- sign-up is not p_password_hash. Creates the merchant that they signed up for. Locks the person.
create or replace function verify_email(
  p_token_hash bytea, p_password_hash text, p_session_hash bytea, p_address text, p_user_agent text
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person people;
  signed_up mail_tokens;
begin
  select p.* into person from people p
  where p.id = (
    select t.person_id from mail_tokens t
    where t.token_hash = p_token_hash and t.kind = 'verify_email' and t.expires_at > now()
  )
  for no key update;
  -- Another request may have used it while this one waited.
  select t.* into signed_up from mail_tokens t where t.token_hash = p_token_hash and t.person_id = person.id;
  if not found or person.email_verified_at is not null
    or coalesce(signed_up.password_hash, person.password_hash) is distinct from p_password_hash
  then
    return null;
  end if;
  update people p set
    name = coalesce(signed_up.name, p.name), password_hash = p_password_hash,
    wanted_business_name = coalesce(signed_up.business_name, p.wanted_business_name)
  where p.id = person.id;
  delete from mail_tokens t where t.person_id = person.id;
  perform prove_address(person.id, row(person.email, person.id, p_address, null, null)::acting);
  return start_session(person.id, p_session_hash, p_address, p_user_agent);
end
$$;
