-- Sets the level below which a gateway's float is low, for an operator: p_minimum in minor units of p_currency; null:
-- no minimum. An alert reports it (measure_floats); no payout is stopped. Returns the float. Raises PB008 if there is
-- no such gateway or currency, and for a minimum below zero.
create or replace function set_float_minimum(p_gateway text, p_currency text, p_minimum bigint, p_acting acting)
returns table (gateway text, currency text, held bigint, minimum bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  target floats;
begin
  perform refuse_unknown_gateway(p_gateway);
  if p_minimum < 0 then
    raise exception '--minimum must be 0 or more' using errcode = 'PB008';
  end if;
  select * into target from floats f where (f.gateway, f.currency) = (p_gateway, p_currency) for update;
  if not found then
    raise exception '--currency must be NGN or USD' using errcode = 'PB008';
  end if;
  update floats f set minimum = p_minimum where f.account_id = target.account_id;
  perform log_action(
    null, 'live', 'float minimum set', p_gateway || ' ' || p_currency,
    jsonb_build_object('minimum', target.minimum), jsonb_build_object('minimum', p_minimum), p_acting
  );
  return query
  select b.gateway, b.currency, b.held, b.minimum from float_balances b where b.account_id = target.account_id;
end
$$;
