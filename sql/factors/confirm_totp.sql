-- Turns on the app whose secret begin_totp() stored, after it made a correct code, for step p_step. The person's first
-- second factor stores p_recovery_hashes, the SHA-256 of each recovery code, and sessions other than p_session_id have
-- to prove again who they are. outcome: 'confirmed'; 'not_begun', also if it was replaced since it was read. is_first:
-- the recovery codes were stored and should be shown. Locks the person. Writes an audit row.
create or replace function confirm_totp(
  p_person_id bigint, p_encrypted_secret bytea, p_step bigint, p_recovery_hashes bytea[], p_acting acting,
  p_session_id bigint, out outcome text, out is_first boolean
)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from people p where p.id = p_person_id for no key update;
  is_first := not has_second_factor(p_person_id);
  update totp_secrets t set confirmed_at = now(), last_step = p_step
  where t.person_id = p_person_id and t.confirmed_at is null and t.encrypted_secret = p_encrypted_secret;
  if not found then
    outcome := 'not_begun';
    return;
  end if;
  if is_first then
    perform keep_recovery_codes(p_person_id, p_recovery_hashes);
    perform doubt_proofs(p_person_id, p_session_id);
  end if;
  perform log_person_action(p_person_id, 'totp enable', null, null, null, p_acting);
  outcome := 'confirmed';
end
$$;
