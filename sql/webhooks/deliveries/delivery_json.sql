-- Returns the state of an event's delivery for GET. A pending event whose endpoint is disabled (or gone) is 'held';
-- once the endpoint is enabled again, it has been due since then.
create or replace function delivery_json(p_event events) returns json
language plpgsql stable set search_path = public, pg_temp as $$
declare
  endpoint record;
  status text := p_event.delivery_status;
  next_at timestamptz := p_event.next_attempt_at;
begin
  if status = 'pending' then
    select w.id, w.disabled_at, w.delivery_round, w.updated_at into endpoint from webhook_endpoints w
    where (w.merchant_id, w.environment) = (p_event.merchant_id, p_event.environment);
    if endpoint.id is null or endpoint.disabled_at is not null then
      status := 'held';
      next_at := null;
    elsif p_event.delivery_round < endpoint.delivery_round then
      next_at := least(next_at, endpoint.updated_at);
    end if;
  end if;
  return json_strip_nulls(json_build_object(
    'status', status, 'attempts', p_event.attempts, 'nextAttemptAt', iso_timestamp(next_at)
  ));
end
$$;
