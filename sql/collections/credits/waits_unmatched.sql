-- Returns whether an unmatched credit waits for its merchant: it is in suspense, and what came for its collection is
-- not just being released or reported. The caller holds the collection's lock.
create or replace function waits_unmatched(p_credit credits) returns boolean
language sql stable
return p_credit.status = 'suspended' and p_credit.unmatched_reason is not null and not exists (
  select from collections c where c.id = p_credit.collection_id and c.releasing_credit_id is not null
);
