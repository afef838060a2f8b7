-- Decides about the business of a merchant (its reference): p_status approved or rejected, the latter with a reason in
-- p_acting. p_version and p_documents (references) are the form and the documents that were reviewed. outcome:
-- 'decided'; 'not_found'; 'not_submitted', or somebody has decided; 'own_merchant', the person belongs to the merchant,
-- or submitted this; 'changed', something else was submitted since: `version` is its form's. Writes an audit row. Locks
-- the merchant, so that one of two decisions counts, and nothing is submitted meanwhile.
create or replace function decide_verification(
  p_merchant text, p_status text, p_version integer, p_documents text[], p_acting acting,
  out outcome text, out version integer
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  merchant merchants;
  submitted text[];
begin
  if p_status not in ('approved', 'rejected') or p_status = 'rejected' and (p_acting).reason is null then
    raise exception 'a verification is approved, or rejected with a reason';
  end if;
  select * into merchant from merchants m where m.reference = p_merchant for no key update;
  select coalesce(max(v.version), 0) into version from verifications v where v.merchant_id = merchant.id;
  submitted := array(select d.reference from verification_documents d where d.merchant_id = merchant.id);
  outcome := case
    when merchant.id is null then 'not_found'
    when is_own_verification(merchant.id, (p_acting).person_id) then 'own_merchant'
    when merchant.kyb_status <> 'submitted' then 'not_submitted'
    when version <> p_version or not (submitted <@ p_documents and submitted @> p_documents) then 'changed'
    else 'decided'
  end;
  if outcome = 'decided' then
    perform change_kyb_status(
      merchant, p_status, case p_status when 'approved' then 'verification approve' else 'verification reject' end,
      p_acting
    );
  end if;
end
$$;
