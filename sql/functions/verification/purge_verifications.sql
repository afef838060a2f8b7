-- Deletes verifications that are past their term, with form and documents: five years after the merchant was closed;
-- and 90 days after somebody last worked on a draft that was never approved. Of documents, which are big, at most 20 at
-- a time; a verification goes after its documents. Returns how many rows went. For purge_expired_rows().
create or replace function purge_verifications(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  over bigint[];
  documents integer;
  verified integer;
begin
  over := array(
    select v.merchant_id from merchants m join verifications v on v.merchant_id = m.id
    where m.closed_at < now() - interval '5 years'
    order by m.closed_at limit p_limit
    for update of v skip locked
  ) || array(
    select v.merchant_id from verifications v
    where v.changed_at < now() - interval '90 days' and v.is_draft and v.approved_at is null
      -- This alone is the status. A subquery for each row, so that no plan reads all merchants.
      and (select m.kyb_status from merchants m where m.id = v.merchant_id) = 'draft'
    order by v.changed_at limit p_limit
    for update of v skip locked
  );
  with gone as (
    select d.id from verification_documents d where d.merchant_id = any (over) limit least(p_limit, 20)
    for update skip locked
  )
  delete from verification_documents d using gone where d.id = gone.id;
  get diagnostics documents = row_count;
  delete from verifications v
  where v.merchant_id = any (over)
    and not exists (select from verification_documents d where d.merchant_id = v.merchant_id);
  get diagnostics verified = row_count;
  return documents + verified;
end
$$;
