-- Raises PB012 if a caller may not create or rotate a key with these scopes: it needs the right to develop, to pay if
-- the key moves live money, and to approve if it does that. Test money is free. Call it under the merchant's lock, so
-- that a member who is being removed creates no key that outlives that.
create or replace function require_right_to_grant(
  p_caller caller, p_merchant_id bigint, p_environment text, p_scopes text[]
) returns void
language plpgsql stable set search_path = public, pg_temp as $$
begin
  perform require_right(p_caller, p_merchant_id, p_environment, 'develop');
  if p_environment = 'live' and p_scopes && money_scopes() then
    perform require_right(p_caller, p_merchant_id, p_environment, 'pay');
  end if;
  if p_environment = 'live' and 'payouts:approve' = any (p_scopes) then
    perform require_right(p_caller, p_merchant_id, p_environment, 'approve');
  end if;
end
$$;
