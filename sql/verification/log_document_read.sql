-- Writes an audit row: a reviewer is about to get a document's content. False if there is no such document, or the
-- reviewer may not review its merchant (is_own_verification).
create or replace function log_document_read(p_merchant_id bigint, p_reference text, p_acting acting) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  document verification_documents;
begin
  select * into document from verification_documents d
  where d.reference = p_reference and d.merchant_id = p_merchant_id;
  if not found or is_own_verification(p_merchant_id, (p_acting).person_id) then
    return false;
  end if;
  perform log_action(
    p_merchant_id, null, 'verification document read', document.reference, null,
    jsonb_build_object('kind', document.kind), p_acting
  );
  return true;
end
$$;
