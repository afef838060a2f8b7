-- When: a merchant asks about its API keys.
-- Lists all of them, newest first, without their secrets. Changes nothing.
-- Flags: --merchant mer_...
select reference as key, environment, to_jsonb(scopes) as scopes, last_four, created_at, expires_at, revoked_at
from api_keys
where merchant_id = merchant_named(:merchant)
order by id desc;
