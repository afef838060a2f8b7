-- Signs somebody up. Returns 'accepted': a mail is queued, to prove the address, or, where it has an account, to say
-- so. The caller cannot tell which, nor that no mail goes to a mailbox that had its three. 'busy': the installation had
-- p_most sign-ups within the hour. Where the address was not proved yet, the latest sign-up replaces those before,
-- whose links end: it is not known whose they were. The merchant is made when the address is proved. p_browser_hash:
-- SHA-256 of the browser's cookie. Locks the address.
create or replace function sign_up(
  p_email text, p_name text, p_business_name text, p_password_hash text, p_token_hash bytea, p_encrypted_token bytea,
  p_browser_hash bytea, p_most integer
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  signing_up people;
  is_full constant boolean := mailbox_is_full(p_email);
begin
  if (
    select count(*) >= p_most from mails m
    where m.is_by_stranger and m.template in ('verify_email', 'sign_up_attempt')
      and m.created_at > now() - interval '1 hour'
  ) then
    return 'busy';
  elsif is_full then
    return 'accepted';
  end if;
  insert into people as p (reference, email, name, password_hash, wanted_business_name)
  values (new_reference('per'), p_email, p_name, p_password_hash, p_business_name)
  on conflict on constraint person_email_is_unique do update
    set name = p_name, password_hash = p_password_hash, wanted_business_name = p_business_name
    where p.email_verified_at is null
  returning * into signing_up;
  if signing_up.id is null then
    perform queue_mail(p_email, 'sign_up_attempt', '{}', p_is_by_stranger => true);
    return 'accepted';
  end if;
  delete from mail_tokens t where t.person_id = signing_up.id;
  insert into mail_tokens (token_hash, kind, person_id, browser_hash, expires_at)
  values (p_token_hash, 'verify_email', signing_up.id, p_browser_hash, now() + interval '24 hours');
  perform queue_mail(p_email, 'verify_email', '{}', p_encrypted_token, true);
  return 'accepted';
end
$$;
