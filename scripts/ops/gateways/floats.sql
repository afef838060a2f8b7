-- When: a gateway refuses payouts because it has no money left, a float is low, or before money is moved.
-- Shows what each live gateway holds by our books, in kobo (cents for USD), its minimum, and the payouts on their way
-- through it, which leave it once they succeed. Changes nothing.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -f scripts/ops/gateways/floats.sql'
\ir ../arguments/check.sql
select * from list_floats();
commit;
