-- Whether a key is neither revoked nor, by its merchant's time, expired.
create or replace function key_works(p_key api_keys) returns boolean
language sql stable
return p_key.revoked_at is null
  and (p_key.expires_at is null or p_key.expires_at > business_now(p_key.merchant_id, p_key.environment));
