-- Writes an audit row for a change, in the same transaction. p_merchant_id: the merchant it concerns, null if not
-- exactly one; p_environment: null if neither or both. p_action is the action's name, p_target the reference of its
-- target, p_before and p_after the target's state: plain members, no whole rows. Texts are masked by mask_text().
-- p_acting: who does it and why; a missing name, or a null p_acting, stands for the database's user. Raises PB011 if
-- that person or key has made too many changes within the hour; some are left out then (gets_audit_row).
create or replace function log_action(
  p_merchant_id bigint, p_environment text, p_action text, p_target text, p_before jsonb, p_after jsonb, p_acting acting
) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if not gets_audit_row(p_merchant_id, p_action, p_acting) then
    return;
  end if;
  insert into audit_log (
    merchant_id, environment, actor, person_id, address, action, target, before, after, reason
  )
  values (
    p_merchant_id, p_environment, coalesce((p_acting).actor, session_user), (p_acting).person_id, (p_acting).address,
    p_action, mask_text(p_target), mask_json(p_before), mask_json(p_after), mask_text((p_acting).reason)
  );
end
$$;
