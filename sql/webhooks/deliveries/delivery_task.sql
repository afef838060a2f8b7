-- Returns the task that delivers to an endpoint. Slow endpoints have a task of their own, so they only delay each
-- other.
create or replace function delivery_task(p_is_slow boolean) returns text
language sql immutable
return case when p_is_slow then 'deliver_slow_webhook' else 'deliver_webhook' end;
