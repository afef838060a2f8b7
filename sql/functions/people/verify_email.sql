-- Uses the token of a mail that proves an address, with all others of the person, and signs the person in: returns the
-- session's reference. Null, having changed nothing, if the token is not valid (any more), the address was proved
-- before, or the password is not p_password_hash any more. Makes the merchant that they signed up for. Locks the
-- person.
create or replace function verify_email(
  p_token_hash bytea, p_password_hash text, p_session_hash bytea, p_address text, p_user_agent text
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person people;
begin
  select p.* into person from people p
  where p.id = (
    select t.person_id from mail_tokens t
    where t.token_hash = p_token_hash and t.kind = 'verify_email' and t.expires_at > now()
  )
  for no key update;
  -- Another request may have used it while this one waited.
  if person.email_verified_at is not null or person.password_hash is distinct from p_password_hash
    or not exists (select from mail_tokens t where t.token_hash = p_token_hash and t.person_id = person.id)
  then
    return null;
  end if;
  delete from mail_tokens t where t.person_id = person.id;
  perform prove_address(person.id, row(person.email, person.id, p_address, null)::acting);
  return start_session(person.id, p_session_hash, p_address, p_user_agent);
end
$$;
