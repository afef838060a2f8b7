-- Returns whether an event is due at its endpoint, which is enabled. It has no query of its own, so that PostgreSQL
-- inlines it, and reads due events from the index of pending ones.
create or replace function is_due(p_event events, p_endpoint webhook_endpoints) returns boolean
language sql stable
return p_endpoint.disabled_at is null and p_event.merchant_id = p_endpoint.merchant_id
  and p_event.environment = p_endpoint.environment and p_event.delivery_status = 'pending'
  and (p_event.delivery_round, p_event.next_attempt_at)
    <= (p_endpoint.delivery_round, business_now(p_endpoint.merchant_id, p_endpoint.environment));
