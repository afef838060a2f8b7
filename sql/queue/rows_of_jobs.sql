-- Returns the rows of jobs of a task with these ids, with the environment, which decides the queue, and the merchant:
-- null for mails. trace_id: the trace of the request or job that wrote the row; null if none did.
--
-- One statement per table: a union of all of them opens nine tables for each added job.
create or replace function rows_of_jobs(p_task text, p_row_ids bigint[])
returns table (id bigint, environment text, merchant_id bigint, trace_id uuid)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  case
    when p_task in ('execute_payout', 'confirm_payout') then
      return query
      select r.id, r.environment, r.merchant_id, r.trace_id from payouts r where r.id = any (p_row_ids);
    when p_task in ('deliver_webhook', 'deliver_slow_webhook') then
      return query
      select r.id, r.environment, r.merchant_id, r.trace_id from events r where r.id = any (p_row_ids);
    when p_task = 'settle_credit' then
      return query
      select r.id, r.environment, r.merchant_id, r.trace_id from credits r where r.id = any (p_row_ids);
    when p_task = 'confirm_credit' then
      return query
      select r.id, 'live', r.merchant_id, r.trace_id from credit_notices r where r.id = any (p_row_ids);
    when p_task = 'enquire_name' then
      return query
      select r.id, r.environment, r.merchant_id, r.trace_id from name_enquiries r where r.id = any (p_row_ids);
    when p_task = 'check_identity' then
      return query
      select r.id, r.environment, r.merchant_id, r.trace_id from identity_records r where r.id = any (p_row_ids);
    when p_task in ('provision_virtual_account', 'poll_account') then
      return query
      select r.id, r.environment, r.merchant_id, r.trace_id from virtual_accounts r where r.id = any (p_row_ids);
    when p_task = 'provision_crypto_address' then
      return query
      select r.id, r.environment, r.merchant_id, r.trace_id from collections r where r.id = any (p_row_ids);
    when p_task = 'check_webhook_host' then
      return query
      select r.id, r.environment, r.merchant_id, r.trace_id from host_checks r where r.id = any (p_row_ids);
    when p_task = 'send_mail' then
      return query
      select r.id, 'live', null::bigint, r.trace_id from mails r where r.id = any (p_row_ids);
  end case;
end
$$;
