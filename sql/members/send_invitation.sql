-- Adds an invitation to a merchant, for 7 days, in place of an open one for the address, and queues its mail, which
-- counts towards the limit of mails from strangers. p_inviter: the name in the mail. p_invited_by: the person who
-- invites, null for an operator. Returns its reference. The caller has locked the merchant.
create or replace function send_invitation(
  p_merchant_id bigint, p_email text, p_role text, p_token_hash bytea, p_encrypted_token bytea,
  p_inviter text, p_invited_by bigint, p_trace_id uuid
) returns text
language plpgsql set search_path = public, pg_temp as $$
declare
  added text;
begin
  update invitations i set ended_at = now()
  where i.merchant_id = p_merchant_id and i.email = p_email and i.ended_at is null;
  insert into invitations (reference, merchant_id, email, role, token_hash, invited_by, expires_at)
  values (
    new_reference('inv'), p_merchant_id, p_email, p_role, p_token_hash, p_invited_by, now() + interval '7 days'
  )
  returning reference into added;
  perform queue_mail(
    p_email, 'invitation',
    jsonb_build_object(
      'inviter', p_inviter, 'role', p_role,
      'merchant', (select b.name from merchants b where b.id = p_merchant_id)
    ),
    p_encrypted_token, p_is_by_stranger => true, p_trace_id => p_trace_id
  );
  return added;
end
$$;
