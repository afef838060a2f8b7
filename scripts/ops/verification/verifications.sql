-- When: businesses wait for a decision about their verification.
-- Lists them, or with --status those with another status, oldest first, 100 at most. Changes nothing.
-- Flags: [--status submitted|approved|rejected]
select m.reference as merchant, m.name, m.kyb_status as status, v.status_since, count(d.reference) as documents
from verifications v
join merchants m on m.id = v.merchant_id
left join verification_documents d on d.merchant_id = m.id
where m.kyb_status = coalesce(:status, 'submitted') and m.closed_at is null
group by m.id, v.status_since
order by v.status_since, m.id
limit 100;
