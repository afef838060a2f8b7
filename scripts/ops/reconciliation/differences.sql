-- When: an alert says that a provider's statement differs from the books, and every day.
-- Lists what differs and nobody has closed, oldest first, 200 at most: all, or of one provider. Amounts are in minor
-- units. What is `waiting` may only be late. Changes nothing.
<<<<<<< HEAD
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" [-v provider=GATEWAY] -f scripts/ops/reconciliation/differences.sql'
\ir ../arguments/check.sql
set local enable_seqscan = off;
select d.reference as difference, d.provider, d.day, d.kind, mask_text(d.subject) as subject, d.ours, d.theirs, d.state,
  date_trunc('minute', now() - d.first_seen_at) as age
from reconciliation_differences d
where d.closed_at is null and (:'provider' = '' or d.provider = :'provider')
order by d.first_seen_at, d.id limit 200;
commit;
=======
-- Flags: [--provider WORD]
select * from list_differences(:provider);
>>>>>>> 3b2874ed (Run the operators' scripts by npm run ops alone, with flags)
