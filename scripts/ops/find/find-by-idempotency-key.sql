-- When: a merchant knows only the Idempotency-Key of a request.
-- Finds what the request made. Changes nothing.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v merchant=mer_... -v key=WORD -f scripts/ops/find/find-by-idempotency-key.sql'
\ir ../arguments/check.sql
select * from find_by_idempotency_key(:'merchant', :'key');
commit;
