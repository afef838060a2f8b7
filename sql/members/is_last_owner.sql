-- Whether this member is the merchant's only owner. The caller holds the merchant's lock.
create or replace function is_last_owner(p_member memberships) returns boolean
language sql stable
return p_member.role = 'owner' and not exists (
  select from memberships m
  where m.merchant_id = p_member.merchant_id and m.role = 'owner' and m.person_id <> p_member.person_id
);
