-- Whether a reviewer may not review this business: they belong to the merchant, or submitted it. False for an operator,
-- who has no id.
create or replace function is_own_verification(p_merchant_id bigint, p_person_id bigint) returns boolean
language sql stable
return exists (
  select from memberships m where m.merchant_id = p_merchant_id and m.person_id = p_person_id
) or exists (
  select from verifications v where v.merchant_id = p_merchant_id and v.submitted_by = p_person_id
);
