-- Submits a draft to the platform's reviewers. p_version is the form that the caller has checked to be complete,
-- p_kinds the kinds of documents that it needs. Outcomes: submitted, changed (form or documents are not what was
-- checked), not_draft (also if the merchant was closed). Writes an audit row. Locks the merchant.
create or replace function submit_verification(p_merchant_id bigint, p_version integer, p_kinds text[], p_acting acting)
returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  merchant merchants;
begin
  select * into strict merchant from merchants m where m.id = p_merchant_id for no key update;
  if merchant.kyb_status <> 'draft' or merchant.closed_at is not null then
    return 'not_draft';
  end if;
  if not exists (select from verifications v where v.merchant_id = p_merchant_id and v.version = p_version)
    or not p_kinds <@ array(select d.kind from verification_documents d where d.merchant_id = p_merchant_id)
  then
    return 'changed';
  end if;
  perform change_kyb_status(merchant, 'submitted', 'verification submit', p_acting);
  return 'submitted';
end
$$;
