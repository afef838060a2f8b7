-- Returns how many more events of an endpoint may be in flight now. p_living: living_workers().
create or replace function free_delivery_slots(p_endpoint webhook_endpoints, p_living bigint[]) returns integer
language sql stable
return greatest(0, delivery_slots(p_endpoint.is_slow) - (
  select count(*)::integer from webhook_claims c join events e on e.id = any (c.event_ids)
  where c.endpoint_id = p_endpoint.id and is_claimed_by(e, p_living)
));
