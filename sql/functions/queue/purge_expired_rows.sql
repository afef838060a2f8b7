-- Deletes what has been kept for its term (docs/operating.md has the table of terms): at most p_limit rows of each
-- kind, the oldest first. Workers call it again and again, so each call is short, and what a crash interrupted goes on
-- with the next. Terms count from the real time of writing, never from a test clock. Locks only rows that go, and
-- skips those that somebody else has locked. Returns how many rows it went through; 0 if another process is doing this.
create or replace function purge_expired_rows(p_limit integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('purge_expired_rows')) then
    return 0;
  end if;
  return purge_checkout_sessions(p_limit)
    + purge_failed_requests(p_limit)
    + purge_name_enquiries(p_limit)
    + purge_host_checks(p_limit)
    + purge_webhook_attempts(p_limit)
    + purge_events(p_limit)
    + purge_identity_data(p_limit)
    + purge_idempotency_keys(p_limit)
    + purge_sandbox(p_limit)
    + purge_request_log(p_limit)
    + purge_api_keys(p_limit)
    + purge_sessions(p_limit)
    + purge_mails(p_limit)
    + purge_sign_ins(p_limit)
    + purge_unproved_people(p_limit)
    + purge_used_challenges(p_limit)
    + purge_invitations(p_limit)
    + purge_verifications(p_limit);
end
$$;
