-- Queues an email to each person who may approve a merchant's payments, except those who requested this one: at most
-- one an hour for an environment, however many payments wait.
create or replace function notify_approvers(
  p_merchant_id bigint, p_environment text, p_makers bigint[], p_trace_id uuid
) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform queue_mail(
    p.email, 'approval_needed',
    jsonb_build_object(
      'environment', p_environment, 'merchant', (select b.name from merchants b where b.id = p_merchant_id)
    ),
    p_merchant_id => p_merchant_id, p_trace_id => p_trace_id
  )
  from memberships m join people p on p.id = m.person_id
  where m.merchant_id = p_merchant_id and role_may(m.role, 'approve') and p.email_verified_at is not null
    and p.id <> all (p_makers) and not exists (
      select from mails l
      where l.recipient = p.email and l.created_at > now() - interval '1 hour' and l.merchant_id = p_merchant_id
        and l.template = 'approval_needed' and l.facts ->> 'environment' = p_environment
    )
  order by p.id;
end
$$;
