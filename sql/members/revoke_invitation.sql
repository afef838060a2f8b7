-- Ends a merchant's open invitation: its link no longer works. False if there is no such reference. Writes an audit
-- row.
create or replace function revoke_invitation(p_merchant_id bigint, p_reference text, p_acting acting) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  revoked invitations;
begin
  update invitations i set ended_at = now()
  where (i.merchant_id, i.reference) = (p_merchant_id, p_reference) and i.ended_at is null
  returning * into revoked;
  if not found then
    return false;
  end if;
  perform log_action(
    p_merchant_id, null, 'invitation revoke', p_reference,
    jsonb_build_object('email', revoked.email, 'role', revoked.role), null, p_acting
  );
  return true;
end
$$;
