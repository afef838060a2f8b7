-- When: a merchant only knows a request's Idempotency-Key.
-- Finds what the request created. Changes nothing.
-- Flags: --merchant mer_... --key TEXT
select * from find_by_idempotency_key(:merchant, :key);
