-- Adds jobs to a queue with graphile-worker's add_jobs(), and returns how many were accepted. p_specs: an array of
-- job_spec, as text, since each queue's schema has its own type. For enqueue_jobs().
--
-- One statement per queue, instead of one built from the queue's name: each connection caches their plans.
create or replace function add_jobs(p_queue text, p_specs text) returns integer
language plpgsql set search_path = public, pg_temp as $$
begin
  case p_queue
    when 'queue_live_lookups' then
      return count(*) from queue_live_lookups.add_jobs(p_specs::queue_live_lookups.job_spec[]);
    when 'queue_live_money' then
      return count(*) from queue_live_money.add_jobs(p_specs::queue_live_money.job_spec[]);
    when 'queue_live_webhooks' then
      return count(*) from queue_live_webhooks.add_jobs(p_specs::queue_live_webhooks.job_spec[]);
    when 'queue_live_slow_webhooks' then
      return count(*) from queue_live_slow_webhooks.add_jobs(p_specs::queue_live_slow_webhooks.job_spec[]);
    when 'queue_live_mails' then
      return count(*) from queue_live_mails.add_jobs(p_specs::queue_live_mails.job_spec[]);
    when 'queue_test_lookups' then
      return count(*) from queue_test_lookups.add_jobs(p_specs::queue_test_lookups.job_spec[]);
    when 'queue_test_money' then
      return count(*) from queue_test_money.add_jobs(p_specs::queue_test_money.job_spec[]);
    when 'queue_test_webhooks' then
      return count(*) from queue_test_webhooks.add_jobs(p_specs::queue_test_webhooks.job_spec[]);
    when 'queue_test_slow_webhooks' then
      return count(*) from queue_test_slow_webhooks.add_jobs(p_specs::queue_test_slow_webhooks.job_spec[]);
  end case;
end
$$;
