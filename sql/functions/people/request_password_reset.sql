-- Sends a link to choose a new password. Does nothing, and returns the same, where nobody has the address or the
-- mailbox had its three mails. Locks the address.
create or replace function request_password_reset(p_email text, p_token_hash bytea, p_encrypted_token bytea)
returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person_id constant bigint := (select p.id from people p where p.email = p_email);
begin
  perform note_mail_asked(p_email);
  if mailbox_is_full(p_email) or person_id is null then
    return;
  end if;
  insert into mail_tokens (token_hash, kind, person_id, expires_at)
  values (p_token_hash, 'reset_password', person_id, now() + interval '30 minutes');
  perform queue_mail(p_email, 'reset_password', '{}', p_encrypted_token, true);
end
$$;
