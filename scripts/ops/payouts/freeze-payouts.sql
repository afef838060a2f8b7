-- When: payouts of a merchant, to a bank, through a live gateway, or of a whole environment must not be sent for now.
-- Such as when a key was stolen, or a bank or the provider is not to be trusted. Stops them at once: new ones are
-- refused with PAYOUTS_FROZEN, and those accepted but not sent wait for release-payouts.sql. None fails, and what was
-- sent goes on. With scope=gateway (and bank=, to stop it for that bank only) payouts go through the next gateway, are
-- accepted, and wait only where there is none. The freeze commits at once, however slow the database is. Then this
-- waits up to ten seconds for claims that began before, and prints how many payouts were claimed already.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v environment=test|live -v scope=merchant|bank|gateway|all [-v merchant=mer_...] [-v bank=WORD] [-v gateway=WORD] -v operator=NAME -v reason=TEXT -f scripts/ops/payouts/freeze-payouts.sql'
\ir ../arguments/check.sql
select * from freeze_payouts(
  :'environment', :'scope', nullif(:'merchant', ''), nullif(:'bank', ''), nullif(:'gateway', ''),
  row(:'operator', null, null, :'reason', null)::acting
);
commit;
select * from claimed_before_freeze(
  :'environment', :'scope', nullif(:'merchant', ''), nullif(:'bank', ''), nullif(:'gateway', '')
);
