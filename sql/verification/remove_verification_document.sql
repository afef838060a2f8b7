-- Deletes one of a merchant's documents. A rejected verification becomes a draft again. Outcomes: removed, not_found,
-- not_open (submitted, approved or closed). Writes an audit row. Locks the merchant.
create or replace function remove_verification_document(p_merchant_id bigint, p_reference text, p_acting acting)
returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  document verification_documents;
begin
  perform from merchants m where m.id = p_merchant_id for no key update;
  select * into document from verification_documents d
  where d.reference = p_reference and d.merchant_id = p_merchant_id;
  if not found then
    return 'not_found';
  end if;
  if not open_verification(p_merchant_id, p_acting) then
    return 'not_open';
  end if;
  delete from verification_documents d where d.id = document.id;
  perform log_action(
    p_merchant_id, null, 'verification document remove', document.reference,
    jsonb_build_object('kind', document.kind, 'type', document.media_type, 'size', document.size), null, p_acting
  );
  return 'removed';
end
$$;
