-- delivery_task(is_slow) returns the job that delivers to an endpoint: slow ones have a runner of their own, so that they
-- wait for each other only.
create or replace function delivery_task(is_slow boolean) returns text
language sql immutable
return case when is_slow then 'deliver_slow_webhook' else 'deliver_webhook' end;
