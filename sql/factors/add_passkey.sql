-- Adds a passkey that a person's authenticator has just made for a challenge. The person's first second factor stores
-- p_recovery_hashes, the SHA-256 of each recovery code, and sessions other than p_session_id have to prove again who
-- they are. outcome: 'added'; 'challenge_used'; 'too_many', 20 a person; 'known', the credential is registered already,
-- by this person or another. is_first: the recovery codes were stored and should be shown. Locks the person. Writes an
-- audit row.
create or replace function add_passkey(
  p_person_id bigint, p_challenge_hash bytea, p_credential_id bytea, p_public_key bytea, p_sign_count bigint,
  p_transports text[], p_is_synced boolean, p_name text, p_recovery_hashes bytea[], p_acting acting,
  p_session_id bigint, out outcome text, out passkey text, out is_first boolean
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  most constant integer := 20;
begin
  perform from people p where p.id = p_person_id for no key update;
  is_first := not has_second_factor(p_person_id);
  outcome := case
    when not use_challenge(p_challenge_hash) then 'challenge_used'
    when (select count(*) from passkeys k where k.person_id = p_person_id) >= most then 'too_many'
    else 'added'
  end;
  if outcome <> 'added' then
    return;
  end if;
  insert into passkeys (
    reference, person_id, credential_id, public_key, sign_count, transports, name, is_synced
  )
  values (
    new_reference('psk'), p_person_id, p_credential_id, p_public_key, p_sign_count, p_transports, p_name, p_is_synced
  )
  on conflict on constraint passkey_credential_is_unique do nothing
  returning reference into passkey;
  if not found then
    outcome := 'known';
    return;
  end if;
  if is_first then
    perform keep_recovery_codes(p_person_id, p_recovery_hashes);
    perform doubt_proofs(p_person_id, p_session_id);
  end if;
  perform log_person_action(
    p_person_id, 'passkey add', passkey, null, jsonb_build_object('name', p_name), p_acting
  );
end
$$;
