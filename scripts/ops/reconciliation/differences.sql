-- When: an alert says that a provider's statement differs from the books, and every day.
-- Lists open differences, oldest first, 200 at most: all, or one provider's. Amounts are in minor units. `waiting` ones
-- may only be late. Changes nothing.
-- Flags: [--provider GATEWAY]
set local enable_seqscan = off;
select d.reference as difference, d.gateway as provider, d.day, d.kind, mask_text(d.subject) as subject, d.ours,
  d.theirs, d.state, date_trunc('minute', now() - d.first_seen_at) as age
from reconciliation_differences d
where d.closed_at is null and (:provider is null or d.gateway = :provider)
order by d.first_seen_at, d.id limit 200;
