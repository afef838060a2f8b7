-- Adds the person whose address was invited, and accepts the invitation: the token proves that they receive mail there.
-- Somebody who signed up with the address before without proving it loses it: name and password are replaced. outcome:
-- 'accepted'; 'not_found', unknown, ended or expired; 'has_account', the address belongs to a person. Locks the
-- merchant. Writes an audit row.
create or replace function sign_up_by_invitation(
  p_token_hash bytea, p_name text, p_password_hash text, p_address text, p_trace_id uuid,
  out outcome text, out person_id bigint
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  invited_email text;
begin
  perform from merchants b join invitations i on i.merchant_id = b.id
  where i.token_hash = p_token_hash for no key update of b;
  select i.email into invited_email from invitations i
  where i.token_hash = p_token_hash and i.ended_at is null and i.expires_at > now();
  if not found then
    outcome := 'not_found';
    return;
  end if;
  insert into people as p (reference, email, name, password_hash, email_verified_at)
  values (new_reference('per'), invited_email, p_name, p_password_hash, now())
  on conflict on constraint person_email_is_unique do update
    set name = excluded.name, password_hash = excluded.password_hash, email_verified_at = now(),
      wanted_business_name = null
    where p.email_verified_at is null
  returning p.id into person_id;
  if person_id is null then
    outcome := 'has_account';
    return;
  end if;
  delete from mail_tokens t where t.person_id = sign_up_by_invitation.person_id;
  select a.outcome into outcome
  from accept_invitation(p_token_hash, person_id, row(invited_email, person_id, p_address, null, p_trace_id)::acting) a;
end
$$;
