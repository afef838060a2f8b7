-- request_host_check(host) asks a worker whether webhooks may be sent to the addresses that a host's name has now. Returns the
-- question's id.
create or replace function request_host_check(host text) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  check_id bigint;
begin
  insert into host_checks (host) values (request_host_check.host) returning id into check_id;
  perform enqueue_jobs('check_webhook_host', array[check_id]);
  return check_id;
end
$$;
