-- Invites the person with an email address to a merchant as its first owner, for an operator. An open invitation, which
-- only an operator can have sent, ends: its address may be mistyped. The token is as in create_invitation(). Returns
-- the invitation's reference; null if the merchant has an owner, who can invite others. Locks the merchant. Writes an
-- audit row.
create or replace function invite_owner(
  p_merchant_id bigint, p_email text, p_token_hash bytea, p_encrypted_token bytea, p_acting acting
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  merchant merchants;
  invitation text;
begin
  select * into merchant from merchants b where b.id = p_merchant_id for no key update;
  if exists (select from memberships m where m.merchant_id = p_merchant_id and m.role = 'owner') then
    return null;
  end if;
  update invitations i set ended_at = now() where i.merchant_id = p_merchant_id and i.ended_at is null;
  invitation := send_invitation(
    p_merchant_id, p_email, 'owner', p_token_hash, p_encrypted_token, 'The platform', null, (p_acting).trace_id
  );
  perform log_action(
    p_merchant_id, null, 'merchant invite-owner', merchant.reference, null,
    jsonb_build_object('email', p_email, 'invitation', invitation), p_acting
  );
  return invitation;
end
$$;
