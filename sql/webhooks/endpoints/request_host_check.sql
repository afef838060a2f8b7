-- Queues a check whether an environment's webhooks may be sent to the current addresses of a host name. Returns the
-- check's id. Raises PB010 if too many of the merchant's are pending.
--
-- Identical pending checks of a merchant share one row, and so one lookup.
create or replace function request_host_check(
  p_merchant_id bigint, p_environment text, p_host text, p_trace_id uuid default null
) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  check_id bigint;
  is_new boolean;
begin
  -- The later caller waits for the check too, so it counts as wanted again.
  insert into host_checks as h (merchant_id, environment, host, trace_id)
  values (p_merchant_id, p_environment, p_host, p_trace_id)
  on conflict (merchant_id, environment, host) where status = 'pending' do update set requested_at = now()
  returning h.id, h.xmax = 0 into check_id, is_new;

  if is_new then
    perform refuse_too_many_lookups(p_merchant_id, p_environment);
    perform enqueue_jobs('check_webhook_host', array[check_id]);
  end if;
  return check_id;
end
$$;
