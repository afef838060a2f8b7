-- Signs somebody up. Returns 'accepted': a mail is queued, to prove the address, or to say that it has an account
-- already. The caller can't tell which, by the response or the work, nor that a mailbox gets no mail because it had its
-- three. 'busy': the installation had p_most sign-ups within the hour, or half of them, rounded up, including one from
-- p_network_hash, the SHA-256 of the caller's network: so a few networks leave the rest to others. Until the address is
-- proved, sign-ups with it may be anybody's: each link proves what was chosen in its own, and the first one used
-- counts. The merchant is created when the address is proved. p_browser_hash: SHA-256 of the browser's cookie. Locks
-- the address.
create or replace function sign_up(
  p_email text, p_name text, p_business_name text, p_password_hash text, p_token_hash bytea, p_encrypted_token bytea,
  p_browser_hash bytea, p_network_hash bytea, p_most integer, p_trace_id uuid
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  signing_up people;
  is_full constant boolean := mailbox_is_full(p_email, array['verify_email', 'sign_up_attempt']);
begin
  if (
    select count(*) >= case when bool_or(m.sign_up_network = p_network_hash) then p_most - p_most / 2 else p_most end
    from mails m
    where m.is_by_stranger and m.sign_up_network is not null and m.created_at > now() - interval '1 hour'
  ) then
    return 'busy';
  elsif is_full then
    return 'accepted';
  end if;
  -- An existing person stays unchanged; the row is written all the same, since that takes time.
  insert into people as p (reference, email, name, password_hash, wanted_business_name)
  values (new_reference('per'), p_email, p_name, p_password_hash, p_business_name)
  on conflict on constraint person_email_is_unique do update set
    name = case when p.email_verified_at is null then p_name else p.name end,
    password_hash = case when p.email_verified_at is null then p_password_hash else p.password_hash end,
    wanted_business_name = case when p.email_verified_at is null then p_business_name end
  returning * into signing_up;
  insert into mail_tokens (
    token_hash, kind, person_id, browser_hash, name, password_hash, business_name, expires_at
  )
  values (
    p_token_hash, 'verify_email', case when signing_up.email_verified_at is null then signing_up.id end,
    p_browser_hash, p_name, p_password_hash, p_business_name, now() + interval '24 hours'
  );
  if signing_up.email_verified_at is null then
    perform queue_mail(
      p_email, 'verify_email', '{}', p_encrypted_token, true, p_sign_up_network => p_network_hash,
      p_trace_id => p_trace_id
    );
  else
    perform queue_mail(
      p_email, 'sign_up_attempt', '{}', p_is_by_stranger => true, p_sign_up_network => p_network_hash,
      p_trace_id => p_trace_id
    );
  end if;
  return 'accepted';
end
$$;
