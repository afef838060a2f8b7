-- Raises PB012 where a caller may not make a key, or one that takes another's place, with these scopes: it must be
-- allowed to develop, and to pay where the key moves live money. Test money is nobody's. To be called when the merchant
-- is locked, so that somebody who is being removed makes no key that outlives that.
create or replace function require_right_to_grant(
  p_caller caller, p_merchant_id bigint, p_environment text, p_scopes text[]
) returns void
language plpgsql stable set search_path = public, pg_temp as $$
begin
  perform require_right(p_caller, p_merchant_id, p_environment, 'develop');
  if p_environment = 'live' and p_scopes && money_scopes() then
    perform require_right(p_caller, p_merchant_id, p_environment, 'pay');
  end if;
end
$$;
