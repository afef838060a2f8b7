-- When: an alert is to say in time that a gateway's float runs out. minimum= is in kobo (cents with currency=USD);
-- without it there is none any more. It stops no payout.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v gateway=WORD [-v currency=NGN|USD] [-v minimum=NUMBER] -v operator=NAME -v reason=TEXT -f scripts/ops/gateways/set-float-minimum.sql'
\ir ../arguments/check.sql
select * from set_float_minimum(
  :'gateway', coalesce(nullif(:'currency', ''), 'NGN'), nullif(:'minimum', '')::bigint,
  row(:'operator', null, null, :'reason', null)::acting
);
commit;
