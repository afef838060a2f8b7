-- Queues a check whether webhooks of an environment may be sent to the addresses that a host name has now. Returns the
-- check's id.
create or replace function request_host_check(p_host text, p_environment text default 'live') returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  check_id bigint;
begin
  insert into host_checks (host, environment) values (p_host, p_environment) returning id into check_id;
  perform enqueue_jobs('check_webhook_host', array[check_id]);
  return check_id;
end
$$;
