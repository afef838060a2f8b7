-- When: somebody names a payment by its amount or account number.
-- Finds the merchant's payouts and payments of a day (in Lagos) with that amount, in kobo or cents, or that account
-- number: the recipient's of a payout, the virtual account's of a payment. Changes nothing.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v merchant=mer_... -v day=YYYY-MM-DD [-v amount=NUMBER] [-v account=NUMBER] -f scripts/ops/find/find-payments.sql'
\ir ../arguments/check.sql
select * from find_payments(:'merchant', :'day'::date, nullif(:'amount', '')::bigint, nullif(:'account', ''));
commit;
