-- When: a merchant asks about a day, or may be in trouble.
-- Counts the payouts, collections, events, requests and changes of a day (in Lagos) by their status. Changes nothing.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v merchant=mer_... -v day=YYYY-MM-DD -f scripts/ops/find/merchant-day.sql'
\ir ../arguments/check.sql
select * from merchant_day(:'merchant', :'day'::date);
commit;
