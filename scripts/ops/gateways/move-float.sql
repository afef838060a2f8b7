-- When: money was moved between two live gateways, or paid in to one or taken out of one by the owner. This books it in
-- the ledger; the money itself is moved at the gateways and the bank. from= and to= are names of gateways, or bank for
-- the owner's own bank account. amount= is in kobo (cents with currency=USD). reference= is your own, such as that of
-- the bank transfer: what was booked under it is not booked twice.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v from=WORD -v to=WORD -v amount=NUMBER [-v currency=NGN|USD] -v reference=WORD -v operator=NAME -v reason=TEXT -f scripts/ops/gateways/move-float.sql'
\ir ../arguments/check.sql
select * from move_float(
  :'reference', :'from', :'to', coalesce(nullif(:'currency', ''), 'NGN'), :'amount'::bigint,
  row(:'operator', null, null, :'reason', null)::acting
);
commit;
