-- Ends the open invitations of a member who may not invite any more. Writes an audit row for each. The caller has the
-- merchant locked, so that none is accepted meanwhile.
create or replace function end_invitations_of(p_member memberships, p_acting acting) returns void
language sql set search_path = public, pg_temp as $$
  select revoke_invitation(i.merchant_id, i.reference, p_acting)
  from invitations i
  where (i.merchant_id, i.invited_by) = (p_member.merchant_id, p_member.person_id)
    and i.ended_at is null and i.expires_at > now()
$$;
