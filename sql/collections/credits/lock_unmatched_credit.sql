-- Locks the collection of a merchant's unmatched credit, together with another one in the order of their ids, then the
-- credit, which it returns as it is then; all null if the merchant has none of that reference.
create or replace function lock_unmatched_credit(
  p_merchant_id bigint, p_environment text, p_reference text, p_with_collection_id bigint default null
) returns credits
language plpgsql set search_path = public, pg_temp as $$
declare
  credit credits;
begin
  select * into credit from credits cr
  where (cr.merchant_id, cr.environment, cr.reference) = (p_merchant_id, p_environment, p_reference)
    and cr.unmatched_reason is not null;
  perform from collections c where c.id in (credit.collection_id, p_with_collection_id) order by c.id for update;
  select * into credit from credits cr where cr.id = credit.id for update;
  return credit;
end
$$;
