-- Stores the encrypted secret that signs a merchant's events in one environment until it has a webhook endpoint there,
-- and returns whether it does: an endpoint has its own. A later call replaces the secret, so that one encrypted with an
-- older key does not stay. For npm start, whose demo merchant has no endpoint at first.
create or replace function keep_signing_secret(p_merchant_id bigint, p_environment text, p_secret bytea)
returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into signing_secrets as s (merchant_id, environment, secret)
  select p_merchant_id, p_environment, p_secret
  where not exists (
    select from webhook_endpoints w where w.merchant_id = p_merchant_id and w.environment = p_environment
  )
  on conflict on constraint signing_secret_is_unique do update set secret = excluded.secret;
  return found;
end
$$;
