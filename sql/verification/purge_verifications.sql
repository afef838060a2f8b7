-- Deletes verifications past their term (verification_term; five years after the merchant was closed), with form and
-- documents. At most 20 documents at a time, since they are big; a verification goes after its documents. Returns how
-- many rows it deleted. For purge_expired_rows().
create or replace function purge_verifications(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  due bigint[];
  documents integer;
  verified integer;
begin
  due := array(
    select v.merchant_id from verifications v where v.purge_at <= now()
    order by v.purge_at limit p_limit
    for update skip locked
  );
  with gone as (
    select d.id from verification_documents d where d.merchant_id = any (due) limit least(p_limit, 20)
    for update skip locked
  )
  delete from verification_documents d using gone where d.id = gone.id;
  get diagnostics documents = row_count;
  delete from verifications v
  where v.merchant_id = any (due)
    and not exists (select from verification_documents d where d.merchant_id = v.merchant_id);
  get diagnostics verified = row_count;
  return documents + verified;
end
$$;
