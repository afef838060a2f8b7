-- Claims an Idempotency-Key for a request that creates a resource. keep_idempotency_key() must follow in the same
-- transaction; if that rolls back, the key is free again.
--
-- p_body_hashes are the body's hashes under each of the service's keys, the current one first. Returns outcome
-- 'claimed'; 'replayed' with the resource, if the key created one with this body in the last 30 days; or
-- 'key_conflict', if it did with another body. Locks the key: a concurrent request waits for the first one's
-- transaction.
create or replace function claim_idempotency_key(
  p_merchant_id bigint, p_environment text, p_route text, p_key text, p_body_hashes bytea[],
  out outcome text, out resource text
)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into idempotency_keys as k (merchant_id, environment, route, key, body_hash)
  values (p_merchant_id, p_environment, p_route, p_key, p_body_hashes[1])
  on conflict on constraint idempotency_key_is_used_once do update
  set body_hash = excluded.body_hash, resource = null, created_at = now()
  where k.created_at <= now() - interval '30 days';
  if found then
    outcome := 'claimed';
    return;
  end if;

  -- The conflict has locked the row, so it is still there.
  select case when k.body_hash = any (p_body_hashes) then 'replayed' else 'key_conflict' end, k.resource
  into strict outcome, resource
  from idempotency_keys k
  where (k.merchant_id, k.environment, k.route, k.key) = (p_merchant_id, p_environment, p_route, p_key);
end
$$;
