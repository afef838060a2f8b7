-- Sends a link to choose a new password. Returns the same, after the same work, if nobody has the address. Strangers
-- can't use up a person's links: once the mailbox had its three mails, one of the three links is still valid. Locks the
-- address.
create or replace function request_password_reset(
  p_email text, p_token_hash bytea, p_encrypted_token bytea, p_trace_id uuid
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  good_for constant interval := '30 minutes';
  person_id constant bigint := (select p.id from people p where p.email = p_email);
begin
  if mailbox_is_full(p_email, array['reset_password'], good_for) then
    return;
  end if;
  insert into mail_tokens (token_hash, kind, person_id, expires_at)
  values (p_token_hash, 'reset_password', person_id, now() + good_for);
  perform queue_mail(
    p_email, 'reset_password', '{}', p_encrypted_token, true, p_is_withheld => person_id is null,
    p_trace_id => p_trace_id
  );
end
$$;
