-- Ends a person's membership of a merchant, by an owner or by the person: 'removed'; 'not_found', also for another
-- merchant's member; 'last_owner', a merchant keeps one. What the person may do is looked up at each request, so the
-- next one sees the merchant no more. Locks the merchant. Writes an audit row, and queues a mail to the owners.
create or replace function remove_member(p_merchant_id bigint, p_person text, p_acting acting) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member memberships;
begin
  perform from merchants b where b.id = p_merchant_id for no key update;
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
  perform log_action(
    p_merchant_id, null, case when (p_acting).person_id = member.person_id then 'member leave' else 'member remove' end,
    p_person, jsonb_build_object('role', member.role), null, p_acting
  );
  perform notify_owners(p_merchant_id, 'member_removed', jsonb_build_object(
    'actor', (p_acting).actor, 'what', (select p.email from people p where p.id = member.person_id)
  ));
  return 'removed';
end
$$;
