-- Returns the rows that jobs of a task with these ids are about, with the environment that decides about the queue, and
-- the merchant: null for mails, and for host checks that processes of the version before requested. trace_id: the trace
-- of the request or job that wrote the row; null if none did.
create or replace function rows_of_jobs(p_task text, p_row_ids bigint[])
returns table (id bigint, environment text, merchant_id bigint, trace_id uuid)
language sql stable
begin atomic
  select r.id, r.environment, r.merchant_id, r.trace_id from payouts r
  where p_task in ('execute_payout', 'confirm_payout') and r.id = any (p_row_ids)
  union all
  select r.id, r.environment, r.merchant_id, r.trace_id from events r
  where p_task in ('deliver_webhook', 'deliver_slow_webhook') and r.id = any (p_row_ids)
  union all
  select r.id, r.environment, r.merchant_id, r.trace_id from credits r
  where p_task = 'settle_credit' and r.id = any (p_row_ids)
  union all
  select r.id, r.environment, r.merchant_id, r.trace_id from name_enquiries r
  where p_task = 'enquire_name' and r.id = any (p_row_ids)
  union all
  select r.id, r.environment, r.merchant_id, r.trace_id from identity_records r
  where p_task = 'check_identity' and r.id = any (p_row_ids)
  union all
  select r.id, r.environment, r.merchant_id, r.trace_id from virtual_accounts r
  where p_task = 'provision_virtual_account' and r.id = any (p_row_ids)
  union all
  select r.id, r.environment, r.merchant_id, r.trace_id from collections r
  where p_task = 'provision_crypto_address' and r.id = any (p_row_ids)
  union all
  select r.id, r.environment, r.merchant_id, r.trace_id from host_checks r
  where p_task = 'check_webhook_host' and r.id = any (p_row_ids)
  union all
  select r.id, 'live', null, r.trace_id from mails r where p_task = 'send_mail' and r.id = any (p_row_ids);
end;
