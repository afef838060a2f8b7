-- When: a merchant knows only the Idempotency-Key of a request.
-- Finds what the request made. Changes nothing.
-- Flags: --merchant mer_... --key WORD
select * from find_by_idempotency_key(:merchant, :key);
