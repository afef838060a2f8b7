-- Gives a merchant's endpoint a new encrypted secret; the old one signs as well for p_overlap_hours more. Returns the
-- endpoint; null if the merchant has none in this environment. Locks the endpoint.
create or replace function rotate_webhook_secret(
  p_merchant_id bigint, p_environment text, p_secret bytea, p_overlap_hours integer
) returns webhook_endpoints
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  endpoint webhook_endpoints;
begin
  update webhook_endpoints w
  set previous_secret = w.secret,
    previous_secret_expires_at =
      business_now(w.merchant_id, w.environment) + make_interval(hours => p_overlap_hours),
    secret = p_secret, updated_at = business_now(w.merchant_id, w.environment)
  where (w.merchant_id, w.environment) = (p_merchant_id, p_environment)
  returning * into endpoint;
  return endpoint;
end
$$;
