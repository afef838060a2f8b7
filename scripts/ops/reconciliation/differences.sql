-- When: an alert says that a provider's statement differs from the books, or that a provider took money back, and every
-- day.
-- Lists open differences, oldest first, 200 at most: all, or one provider's. Amounts are in minor units. `waiting` ones
-- may only be late. Changes nothing.
-- Flags: [--provider GATEWAY]
set local enable_seqscan = off;
select d.reference as difference, d.gateway as provider, d.day, d.kind, mask_text(d.subject) as subject,
  m.reference as merchant, m.name as merchant_name, d.ours, d.theirs, d.state,
  date_trunc('minute', now() - d.first_seen_at) as age
from reconciliation_differences d
left join payouts p on p.id = d.payout_id
left join credits cr on cr.id = d.credit_id
left join merchants m on m.id = coalesce(p.merchant_id, cr.merchant_id)
where d.closed_at is null and (:provider is null or d.gateway = :provider)
order by d.first_seen_at, d.id limit 200;
