-- When: money waits in suspense (ledger-control.sql lists it) and you know whose it is. This moves money.
-- resolution=release credits it to its merchant; resolution=refund records that the provider has sent it back to the
-- payer. A credit that belongs to no virtual account needs the merchant's reference.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v credit=crd_... -v resolution=release|refund [-v merchant=mer_...] -v operator=NAME -v reason=TEXT -f scripts/ops/collections/resolve-suspense.sql'
\ir ../arguments/check.sql
select reference, status, amount, currency
from resolve_suspended_credit(
  :'credit', :'resolution', nullif(:'merchant', ''), row(:'operator', null, null, :'reason', null)::acting
);
commit;
