-- Queues a mail to a merchant's owners about a sensitive change: a key, a webhook URL, a payout account, a role. Call
-- it in the function that makes the change, after log_action(). p_template is one of the notices in
-- sql/mails/mail-text.ts, p_facts are the values in its text: `environment` and `what` (what was changed, in the
-- dashboard's words), if the notice has them; never a secret. The actor is added, a key by its name, unless p_facts has
-- a null `actor`. Owners without a proved address get none; nobody gets more than 30 an hour for one template and
-- merchant (the audit log has them all), so that a flood delays no other notice. Returns how many were queued.
create or replace function notify_owners(p_merchant_id bigint, p_template text, p_facts jsonb, p_acting acting)
returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  most constant integer := 30;
  owner_email text;
  key_name text;
  queued integer := 0;
  facts jsonb := jsonb_strip_nulls(
    jsonb_build_object(
      'actor', coalesce((p_acting).actor, session_user),
      'merchant', (select b.name from merchants b where b.id = p_merchant_id)
    ) || p_facts
  );
begin
  select api_key_name(k) into key_name
  from api_keys k where k.reference = (p_acting).actor and k.merchant_id = p_merchant_id;
  if key_name is not null then
    facts := facts || jsonb_build_object('actor', 'the API key ' || key_name);
  end if;
  for owner_email in
    select p.email from memberships m join people p on p.id = m.person_id
    where m.merchant_id = p_merchant_id and m.role = 'owner' and p.email_verified_at is not null
    order by p.id
  loop
    continue when (
      select count(*) from (
        select from mails l
        where l.recipient = owner_email and l.created_at > now() - interval '1 hour'
          and l.merchant_id = p_merchant_id and l.template = p_template
        limit most
      ) recent
    ) >= most;
    perform queue_mail(
      owner_email, p_template, facts, p_merchant_id => p_merchant_id, p_trace_id => (p_acting).trace_id
    );
    queued := queued + 1;
  end loop;
  return queued;
end
$$;
