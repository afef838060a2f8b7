-- Sends another link to an address that was not proved yet. Does nothing, and returns the same, where there is no such
-- person or the mailbox had its three mails. Locks the address.
create or replace function resend_verification(
  p_email text, p_token_hash bytea, p_encrypted_token bytea, p_browser_hash bytea
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person_id constant bigint := (select p.id from people p where p.email = p_email and p.email_verified_at is null);
begin
  perform note_mail_asked(p_email);
  if mailbox_is_full(p_email) or person_id is null then
    return;
  end if;
  insert into mail_tokens (token_hash, kind, person_id, browser_hash, expires_at)
  values (p_token_hash, 'verify_email', person_id, p_browser_hash, now() + interval '24 hours');
  perform queue_mail(p_email, 'verify_email', '{}', p_encrypted_token, true);
end
$$;
