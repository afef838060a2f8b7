-- Adds a person with a proved address who owns a merchant, for an operator; an existing person with the address becomes
-- an owner unchanged. p_email in lower case; p_password_hash in the PHC text form, or null. Writes an audit row.
-- Returns the person's reference. Raises PB009 if the person belongs to a hundred merchants.
create or replace function create_owner(
  p_merchant_id bigint, p_email text, p_name text, p_password_hash text, p_acting acting
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner people;
begin
  insert into people (reference, email, name, password_hash, email_verified_at)
  values (new_reference('per'), p_email, p_name, p_password_hash, now())
  on conflict on constraint person_email_is_unique do nothing;
  select * into strict owner from people p where p.email = p_email;
  if not exists (select from memberships m where (m.person_id, m.merchant_id) = (owner.id, p_merchant_id)) then
    perform refuse_too_many_memberships(owner.id);
  end if;
  insert into memberships (person_id, merchant_id, role) values (owner.id, p_merchant_id, 'owner')
  on conflict (person_id, merchant_id) do update set role = 'owner';
  perform log_action(
    p_merchant_id, null, 'member add', owner.reference, null, jsonb_build_object('role', 'owner'), p_acting
  );
  return owner.reference;
end
$$;
