-- Raises PB007 if the merchant may not collect in this environment. For every function that opens a new way to pay; the
-- ingress refuses the merchant's own requests earlier.
create or replace function require_collecting(p_merchant_id bigint, p_environment text) returns void
language plpgsql stable set search_path = public, pg_temp as $$
begin
  if not may_collect(p_merchant_id, p_environment) then
    raise exception 'the merchant is not approved to collect live money' using errcode = 'PB007';
  end if;
end
$$;
