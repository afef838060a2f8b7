-- The last 50 status changes of a merchant's verification, newest first, from the audit log, with who made them and
-- why: for reviewers and operators, not for the merchant's people, who do not learn operators' names.
create or replace function list_verification_steps(p_merchant_id bigint)
returns table (at timestamptz, action text, actor text, before_status text, after_status text, reason text)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.done_at, a.action, a.actor, a.before ->> 'status', a.after ->> 'status', a.reason
  from audit_log a
  where a.merchant_id = p_merchant_id and a.action in (
    'verification submit', 'verification reopen', 'verification approve', 'verification reject', 'kyb set',
    'merchant close'
  )
  order by a.done_at desc, a.id desc limit 50;
$$;
