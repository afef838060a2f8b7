-- Raises PB008 unless LIVE_GATEWAYS could name a live gateway so. Null passes.
create or replace function refuse_unknown_gateway(p_gateway text) returns void
language plpgsql stable set search_path = public, pg_temp as $$
begin
  if p_gateway is not null and not exists (select from gateways g where g.name = p_gateway) then
    raise exception 'there is no live gateway "%": use one of %', p_gateway,
      (select string_agg(g.name, ', ' order by g.name) from gateways g) using errcode = 'PB008';
  end if;
end
$$;
