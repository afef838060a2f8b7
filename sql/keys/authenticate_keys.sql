-- Finds API keys by the SHA-256 of their secrets, each used from the address at the same index of p_addresses. Returns
-- a row for each that exists, with its index (ordinal, from 1). is_revoked: revoked, or past its rotation's overlap.
-- is_live_approved: it may do more than read; true for test keys. merchant: the merchant's reference, for logs.
--
-- Planning the query takes longer than running it, so plans are made once (sql/README.md).
create or replace function authenticate_keys(p_hashes bytea[], p_addresses inet[])
returns table (
  ordinal bigint, key text, merchant_id bigint, merchant text, environment text, scopes text[],
  rate_limit_per_minute integer, is_revoked boolean, is_ip_allowed boolean, is_live_approved boolean
)
language plpgsql stable set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
  select requested.ordinal, k.reference, k.merchant_id, m.reference, k.environment, k.scopes,
    k.rate_limit_per_minute,
    k.revoked_at is not null
      or (k.expires_at is not null and k.expires_at <= business_now(k.merchant_id, k.environment)),
    k.allowed_cidrs = '{}' or requested.address <<= any (k.allowed_cidrs),
    k.environment = 'test' or m.kyb_status = 'approved'
  from unnest(p_hashes, p_addresses) with ordinality requested (hash, address, ordinal)
  -- The limit makes each an index probe, however many keys there were when the query was planned.
  cross join lateral (select * from api_keys a where a.secret_hash = requested.hash limit 1) k
  join merchants m on m.id = k.merchant_id;
end
$$;
