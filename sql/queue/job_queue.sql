-- Returns the queue of a job: a class of work in an environment, which is also the name of its schema. Each has its own
-- workers, so that no class or environment delays another. Null for an unknown job.
create or replace function job_queue(p_task text, p_environment text) returns text
language sql immutable
return 'queue_' || p_environment || '_' || case
  -- A caller waits for it.
  when p_task in (
    'enquire_name', 'check_identity', 'provision_virtual_account', 'provision_crypto_address', 'check_webhook_host'
  ) then 'lookups'
  when p_task in (
    'execute_payout', 'confirm_payout', 'settle_credit', 'confirm_credit', 'poll_account'
  ) then 'money'
  when p_task = 'deliver_webhook' then 'webhooks'
  when p_task = 'deliver_slow_webhook' then 'slow_webhooks'
  when p_task = 'send_mail' then 'mails'
end;
