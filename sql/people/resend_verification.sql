-- Sends another link to an address that isn't proved yet. It belongs to the sign-up of the requesting browser, or else
-- the latest, and proves only what was chosen then: somebody else may have signed up with the address meanwhile.
-- Returns the same, after the same work, if there is no such person. Locks the address.
create or replace function resend_verification(
  p_email text, p_token_hash bytea, p_encrypted_token bytea, p_browser_hash bytea, p_trace_id uuid
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_id constant bigint := (select p.id from people p where p.email = p_email and p.email_verified_at is null);
begin
  if mailbox_is_full(p_email, array['verify_email', 'sign_up_attempt']) then
    return;
  end if;
  insert into mail_tokens (
    token_hash, kind, person_id, browser_hash, name, password_hash, business_name, expires_at
  )
  select p_token_hash, 'verify_email', found_id, s.browser_hash, s.name, s.password_hash, s.business_name,
    now() + interval '24 hours'
  from (values (1)) one left join lateral (
    select t.* from mail_tokens t
    where t.person_id = found_id and t.kind = 'verify_email'
    order by t.browser_hash is not distinct from p_browser_hash desc, t.expires_at desc limit 1
  ) s on true;
  perform queue_mail(
    p_email, 'verify_email', '{}', p_encrypted_token, true, p_is_withheld => found_id is null, p_trace_id => p_trace_id
  );
end
$$;
