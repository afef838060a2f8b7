-- Raises PB008 unless there is a live gateway of that name, as LIVE_GATEWAYS names it.
create or replace function refuse_unknown_gateway(p_gateway text) returns void
language plpgsql immutable set search_path = public, pg_temp as $$
begin
  if p_gateway not in ('http', 'paystack', 'monnify', 'flutterwave') then
    raise exception 'gateway=% is no live gateway: http, paystack, monnify or flutterwave', p_gateway
      using errcode = 'PB008';
  end if;
end
$$;
