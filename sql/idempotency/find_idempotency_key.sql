-- Returns what claim_idempotency_key() would for a used key: outcome 'replayed' with the resource, or 'key_conflict'.
-- Both null for an unused key. Changes and locks nothing: for requests that do something slow before they claim their
-- key.
create or replace function find_idempotency_key(
  p_merchant_id bigint, p_environment text, p_route text, p_key text, p_body_hashes bytea[],
  out outcome text, out resource text
)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select case when k.body_hash = any (p_body_hashes) then 'replayed' else 'key_conflict' end, k.resource
  from idempotency_keys k
  where (k.merchant_id, k.environment, k.route, k.key) = (p_merchant_id, p_environment, p_route, p_key)
    and k.created_at > now() - interval '30 days';
end;
