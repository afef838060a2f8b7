-- Queues the due events of a webhook endpoint that have no job. Called by everything that makes events due, and by the
-- sweep. Returns how many jobs it added.
create or replace function enqueue_due_deliveries(p_merchant_id bigint, p_environment text) returns integer
language sql set search_path = public, pg_temp as $$
  select enqueue_deliveries_of_endpoints(array[p_merchant_id], p_environment);
$$;
