-- Returns the encrypted secrets that sign a merchant's events in one environment: during a rotation the previous one
-- too. No row if the merchant has no endpoint there, and keep_signing_secret() stored nothing.
create or replace function find_signing_secrets(
  p_merchant_id bigint, p_environment text, out secret bytea, out previous_secret bytea
) returns setof record
language plpgsql stable rows 1 security definer set search_path = public, pg_temp as $$
begin
  return query
  select w.secret,
    case when w.previous_secret_expires_at > business_now(p_merchant_id, p_environment) then w.previous_secret end
  from webhook_endpoints w where w.merchant_id = p_merchant_id and w.environment = p_environment
  union all
  select s.secret, null from signing_secrets s where s.merchant_id = p_merchant_id and s.environment = p_environment;
end
$$;
