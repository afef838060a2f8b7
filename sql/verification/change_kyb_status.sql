-- Sets the verification status of a merchant's business, and writes the audit row: for every function that changes it.
-- The caller has locked the merchant and checked the step. A rejection's reason is shown to the merchant until the next
-- submission. Owners get a mail about a decision, without the reason, which the dashboard shows.
create or replace function change_kyb_status(p_before merchants, p_status text, p_action text, p_acting acting)
returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  update merchants m set kyb_status = p_status where m.id = p_before.id;
  insert into verifications as v (merchant_id, reason, approved_at, purge_at)
  values (
    p_before.id, case when p_status = 'rejected' then (p_acting).reason end,
    case when p_status = 'approved' then now() end, now() + verification_term(p_status, false)
  )
  on conflict (merchant_id) do update set
    status_since = now(),
    purge_at = now() + verification_term(p_status, v.approved_at is not null),
    reason = case p_status when 'draft' then v.reason else excluded.reason end,
    submitted_by = case p_status when 'submitted' then (p_acting).person_id else v.submitted_by end,
    approved_at = coalesce(v.approved_at, excluded.approved_at);
  perform log_action(
    p_before.id, null, p_action, p_before.reference, jsonb_build_object('status', p_before.kyb_status),
    jsonb_build_object('status', p_status), p_acting
  );
  if p_status in ('approved', 'rejected') and p_status <> p_before.kyb_status then
    perform notify_owners(p_before.id, 'verification_' || p_status, '{}', p_acting);
  end if;
end
$$;
