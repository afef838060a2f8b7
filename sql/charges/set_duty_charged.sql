-- Records whether a gateway's provider charges the stamp duty of our payouts in its fee, for an operator; statements
-- that are imported from now on are booked so (finish_statement). Raises PB008 if there is no such gateway.
create or replace function set_duty_charged(p_gateway text, p_charges boolean, p_acting acting) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before boolean;
begin
  perform refuse_unknown_gateway(p_gateway);
  select g.charges_stamp_duty into strict before from gateways g where g.name = p_gateway for update;
  update gateways g set charges_stamp_duty = p_charges where g.name = p_gateway;
  perform log_action(
    null, 'live', 'gateway duty set', p_gateway, jsonb_build_object('chargesStampDuty', before),
    jsonb_build_object('chargesStampDuty', p_charges), p_acting
  );
end
$$;
