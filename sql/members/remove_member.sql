-- Ends a person's membership of a merchant, by an owner or by the person: 'removed'; 'not_found', also for another
-- merchant's member; 'last_owner', a merchant keeps one. Rights are read with each request, so the person loses access
-- at once. Keys that the person made or rotated are revoked, since the person may have their secrets: all except
-- p_keep, by reference; with p_keep null, for a person who leaves, none is, and the mail names them. So that nobody who
-- is removed comes back by an invitation of their own, theirs end. Locks the merchant, then the keys. Writes an audit
-- row for the member, each key and each invitation, and queues a mail to the owners. Raises PB012 if p_caller, an
-- owner's session, has lost the right.
create or replace function remove_member(
  p_merchant_id bigint, p_person text, p_acting acting, p_keep text[], p_caller caller
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member memberships;
  made api_keys;
  revoked text[] := '{}';
  kept text[] := '{}';
begin
  perform from merchants b where b.id = p_merchant_id for no key update;
  perform require_right(p_caller, p_merchant_id, null, 'own');
  select m.* into member from memberships m join people p on p.id = m.person_id
  where m.merchant_id = p_merchant_id and p.reference = p_person;
  if not found then
    return 'not_found';
  end if;
  if is_last_owner(member) then
    return 'last_owner';
  end if;
  delete from memberships m where (m.person_id, m.merchant_id) = (member.person_id, p_merchant_id);
  update sessions s set merchant_id = null
  where s.person_id = member.person_id and s.merchant_id = p_merchant_id;
  if p_keep is not null then
    perform end_invitations_of(member, p_acting);
  end if;
  for made in
    select k.* from api_keys k
    where k.merchant_id = p_merchant_id and k.made_by = member.person_id and key_works(k)
    order by k.id
  loop
    if p_keep is null or made.reference = any (p_keep) then
      kept := kept || api_key_name(made);
    else
      perform revoke_api_key(p_merchant_id, made.environment, made.reference, p_acting);
      revoked := revoked || api_key_name(made);
    end if;
  end loop;
  perform log_action(
    p_merchant_id, null, case when (p_acting).person_id = member.person_id then 'member leave' else 'member remove' end,
    p_person, jsonb_build_object('role', member.role),
    case when cardinality(revoked || kept) > 0 then
      jsonb_build_object('keysRevoked', to_jsonb(revoked), 'keysKept', to_jsonb(kept)) end,
    p_acting
  );
  perform notify_owners(p_merchant_id, 'member_removed', jsonb_build_object(
    'what', (select p.email from people p where p.id = member.person_id),
    'keysRevoked', array_to_string(revoked, ', '), 'keysKept', array_to_string(kept, ', ')
  ), p_acting);
  return 'removed';
end
$$;
