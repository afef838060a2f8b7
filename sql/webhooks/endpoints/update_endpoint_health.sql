-- Updates an endpoint's health after an attempt: failing since when, slow or not, or disabled. Of an attempt at an
-- earlier URL (not p_is_current) only that it was slow counts. A slow endpoint stays slow for twenty times as long as
-- its slow response took: one that hangs, and is fast in between, holds few of the other lane's slots. Where nothing
-- changes, nothing is written. record_attempts() calls it, and has the endpoint locked.
create or replace function update_endpoint_health(
  p_id bigint, p_response_status integer, p_duration_ms integer, p_is_current boolean
) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  is_failure constant boolean := p_is_current and coalesce(p_response_status not between 200 and 299, true);
  is_slow_now constant boolean := is_slow_response(p_duration_ms);
begin
  update webhook_endpoints w
  set is_slow = is_slow_now or w.slow_until > now(),
    slow_until = greatest(w.slow_until, now() + case when is_slow_now then p_duration_ms * interval '20 ms' end),
    failing_since = case when is_failure then coalesce(w.failing_since, business_now(w.merchant_id, w.environment))
      when not p_is_current then w.failing_since end
  where w.id = p_id and (
    is_slow_now or (w.is_slow and w.slow_until <= now()) or (p_is_current and (w.failing_since is null) = is_failure)
  );
  if is_failure then
    perform disable_failing_endpoint(p_id, p_response_status);
  end if;
end
$$;
