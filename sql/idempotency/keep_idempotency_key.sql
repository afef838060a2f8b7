-- Stores which resource a claimed Idempotency-Key has created, in the transaction of the claim.
create or replace function keep_idempotency_key(
  p_merchant_id bigint, p_environment text, p_route text, p_key text, p_resource text
) returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  update idempotency_keys k
  set resource = p_resource
  where (k.merchant_id, k.environment, k.route, k.key) = (p_merchant_id, p_environment, p_route, p_key);
end;
