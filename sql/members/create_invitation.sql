-- Invites the person with an email address to a merchant, for 7 days, in place of an open invitation. Only the SHA-256
-- of the token comes here, and in p_encrypted_token what the mail's job decrypts. outcome: 'created'; 'member', already
-- one; 'too_many', the merchant made 20 within a day, has 50 open ones, or 100 including members, or the mailbox had
-- its three invitations of the hour. Raises PB012 if p_caller has lost the right. Locks the merchant, then the address.
-- Writes an audit row.
create or replace function create_invitation(
  p_merchant_id bigint, p_email text, p_role text, p_token_hash bytea, p_encrypted_token bytea,
  p_acting acting, p_caller caller, out outcome text, out invitation text
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  most_open constant integer := 50;
  most_a_day constant integer := 20;
  most_members constant integer := 100;
  open_ones integer;
  of_today integer;
  members integer;
begin
  perform from merchants b where b.id = p_merchant_id for no key update;
  perform require_right(p_caller, p_merchant_id, null, 'own');
  select
    count(*) filter (where i.ended_at is null and i.expires_at > now() and i.email <> p_email),
    count(*) filter (where i.created_at > now() - interval '1 day')
  into open_ones, of_today
  from invitations i where i.merchant_id = p_merchant_id;
  select count(*) into members from memberships m where m.merchant_id = p_merchant_id;
  outcome := case
    when exists (
      select from memberships m join people p on p.id = m.person_id
      where m.merchant_id = p_merchant_id and p.email = p_email
    ) then 'member'
    when open_ones >= most_open or of_today >= most_a_day or members + open_ones >= most_members
      or mailbox_is_full(p_email, array['invitation'])
      then 'too_many'
    else 'created'
  end;
  if outcome <> 'created' then
    return;
  end if;
  invitation := send_invitation(
    p_merchant_id, p_email, p_role, p_token_hash, p_encrypted_token, (p_acting).actor, (p_acting).person_id,
    (p_acting).trace_id
  );
  perform log_action(
    p_merchant_id, null, 'invitation create', invitation, null,
    jsonb_build_object('email', p_email, 'role', p_role), p_acting
  );
end
$$;
