-- Decides about the business of a merchant (its reference): p_status approved or rejected, the latter with a reason in
-- p_acting. Outcomes: decided, not_found, not_submitted (nobody asks for a decision, or somebody has decided),
-- own_merchant (the person belongs to the merchant, or submitted this). Writes an audit row. Locks the merchant, so one
-- of two decisions counts.
create or replace function decide_verification(p_merchant text, p_status text, p_acting acting) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  merchant merchants;
begin
  if p_status not in ('approved', 'rejected') or p_status = 'rejected' and (p_acting).reason is null then
    raise exception 'a verification is approved, or rejected with a reason';
  end if;
  select * into merchant from merchants m where m.reference = p_merchant for no key update;
  if not found then
    return 'not_found';
  end if;
  if is_own_verification(merchant.id, (p_acting).person_id) then
    return 'own_merchant';
  end if;
  if merchant.kyb_status <> 'submitted' then
    return 'not_submitted';
  end if;
  perform change_kyb_status(
    merchant, p_status, case p_status when 'approved' then 'verification approve' else 'verification reject' end,
    p_acting
  );
  return 'decided';
end
$$;
