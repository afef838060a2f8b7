-- Gives a member of a merchant another role. outcome: 'set'; 'unchanged'; 'not_found', also for another merchant's
-- member; 'last_owner', a merchant keeps one. All the member's sessions end, so that a stolen one does not gain the new
-- rights, and the invitations of somebody who is an owner no more. p_session_id, the requesting session, continues with
-- a new token. Locks the merchant, so that two owners can't demote each other at once. Keys that the member made or
-- rotated go on working: the audit row and a mail to the owners name them. Raises PB012 if p_caller has lost the right.
create or replace function set_member_role(
  p_merchant_id bigint, p_person text, p_role text, p_session_id bigint, p_acting acting, p_caller caller
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member memberships;
  kept text[];
begin
  perform from merchants b where b.id = p_merchant_id for no key update;
  perform require_right(p_caller, p_merchant_id, null, 'own');
  select m.* into member from memberships m join people p on p.id = m.person_id
  where m.merchant_id = p_merchant_id and p.reference = p_person;
  if not found then
    return 'not_found';
  end if;
  if member.role = p_role then
    return 'unchanged';
  end if;
  if is_last_owner(member) then
    return 'last_owner';
  end if;
  update memberships m set role = p_role
  where (m.person_id, m.merchant_id) = (member.person_id, p_merchant_id);
  delete from sessions s where s.person_id = member.person_id and s.id <> p_session_id;
  if member.role = 'owner' then
    perform end_invitations_of(member, p_acting);
  end if;
  select array_agg(api_key_name(k) order by k.id) into kept from api_keys k
  where k.merchant_id = p_merchant_id and k.made_by = member.person_id and key_works(k);
  perform log_action(
    p_merchant_id, null, 'member set-role', p_person, jsonb_build_object('role', member.role),
    jsonb_strip_nulls(jsonb_build_object('role', p_role, 'keysKept', to_jsonb(kept))), p_acting
  );
  perform notify_owners(p_merchant_id, 'role_changed', jsonb_build_object(
    'role', p_role, 'what', (select p.email from people p where p.id = member.person_id),
    'keysKept', array_to_string(kept, ', ')
  ), p_acting);
  return 'set';
end
$$;
