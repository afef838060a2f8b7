-- Gives a credit that waits in suspense to its merchant (release), or books that the provider has sent it back (refund).
-- One that named nobody of ours needs the merchant's reference; pass '' otherwise.
-- psql "$DATABASE_URL" -v credit=crd_... -v resolution=release -v merchant='' -f scripts/ops/resolve-suspense.sql
select reference, status, amount, currency
from resolve_suspended_credit(:'credit', :'resolution', nullif(:'merchant', ''));
