-- When: businesses wait for a decision about their verification.
-- Lists them, or with --status those with another one, oldest first, 100 at most. Changes nothing.
-- Flags: [--status submitted|approved|rejected]
select m.reference as merchant, m.name, m.kyb_status as status, v.status_since,
  (select count(*) from verification_documents d where d.merchant_id = m.id) as documents
from merchants m
join verifications v on v.merchant_id = m.id
where m.kyb_status = coalesce(:status, 'submitted') and m.closed_at is null
order by v.status_since, m.id
limit 100;
