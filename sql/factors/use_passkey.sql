-- Accepts a passkey's signature, which was checked: 'used'; 'challenge_used'; 'gone'; or 'cloned': the authenticator's
-- counter did not grow, so two devices have its key. Then it writes an audit row, and changes nothing else.
create or replace function use_passkey(
  p_passkey_id bigint, p_challenge_hash bytea, p_sign_count bigint, p_is_synced boolean, p_acting acting
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  passkey passkeys;
begin
  select * into passkey from passkeys k where k.id = p_passkey_id for no key update;
  if not found then
    return 'gone';
  end if;
  if not use_challenge(p_challenge_hash) then
    return 'challenge_used';
  end if;
  if (p_sign_count > 0 or passkey.sign_count > 0) and p_sign_count <= passkey.sign_count then
    perform log_person_action(
      passkey.person_id, 'passkey clone', passkey.reference,
      jsonb_build_object('name', passkey.name, 'signCount', passkey.sign_count),
      jsonb_build_object('signCount', p_sign_count), p_acting
    );
    return 'cloned';
  end if;
  update passkeys k set sign_count = p_sign_count, is_synced = p_is_synced, last_used_at = now()
  where k.id = p_passkey_id;
  return 'used';
end
$$;
