-- Makes the person whose address was invited a member. outcome: 'accepted'; 'member', was one already; 'not_found',
-- unknown, ended or expired; 'other_address', the mail was forwarded to this person. Ends the invitation, except for
-- the last two. Raises PB009 if the person belongs to a hundred merchants. Locks the merchant, then the person. Writes
-- an audit row, and queues a mail to the owners.
create or replace function accept_invitation(
  p_token_hash bytea, p_person_id bigint, p_acting acting, out outcome text, out merchant text
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  invited invitations;
begin
  perform from merchants b join invitations i on i.merchant_id = b.id
  where i.token_hash = p_token_hash for no key update of b;
  select i.* into invited from invitations i
  where i.token_hash = p_token_hash and i.ended_at is null and i.expires_at > now() for no key update;
  outcome := case
    when not found then 'not_found'
    when not exists (select from people p where p.id = p_person_id and p.email = invited.email) then 'other_address'
    else 'accepted'
  end;
  if outcome <> 'accepted' then
    return;
  end if;
  if not exists (
    select from memberships m where (m.person_id, m.merchant_id) = (p_person_id, invited.merchant_id)
  ) then
    perform refuse_too_many_memberships(p_person_id);
  end if;
  update invitations i set ended_at = now() where i.id = invited.id;
  select b.reference into merchant from merchants b where b.id = invited.merchant_id;
  insert into memberships (person_id, merchant_id, role) values (p_person_id, invited.merchant_id, invited.role)
  on conflict do nothing;
  if not found then
    outcome := 'member';
    return;
  end if;
  perform log_action(
    invited.merchant_id, null, 'invitation accept', invited.reference, null,
    jsonb_build_object('role', invited.role), p_acting
  );
  perform notify_owners(
    invited.merchant_id, 'member_joined',
    jsonb_build_object('what', invited.email, 'role', invited.role, 'actor', null),
    p_acting
  );
end
$$;
