-- How much money of a collection is in suspense, so that showing it does not read every credit that ever came.
-- count_suspended_credits() keeps it. suspended_* is all of it; unmatched_* the part that has a reason of its own, and
-- is shown while a top-up can still complete the collection. Amounts are in minor units of the collection's currency,
-- and leave out money in another one; the counts do not.
alter table collections
  add column suspended_count bigint not null default 0,
  add column suspended_amount bigint not null default 0,
  add column unmatched_count bigint not null default 0,
  add column unmatched_amount bigint not null default 0;

update collections c
set suspended_count = s.suspended_count, suspended_amount = s.suspended_amount,
  unmatched_count = s.unmatched_count, unmatched_amount = s.unmatched_amount
from (
  select o.id, count(*) as suspended_count,
    coalesce(sum(cr.amount) filter (where cr.currency = o.currency), 0)::bigint as suspended_amount,
    count(cr.unmatched_reason) as unmatched_count,
    coalesce(sum(cr.amount) filter (
      where cr.currency = o.currency and cr.unmatched_reason is not null
    ), 0)::bigint as unmatched_amount
  from credits cr join collections o on o.id = cr.collection_id
  where cr.status = 'suspended'
  group by o.id
) s
where c.id = s.id;

-- Why the newest of them matches nothing.
create index credits_unmatched on credits (collection_id, received_at desc, id desc)
  where status = 'suspended' and unmatched_reason is not null;
