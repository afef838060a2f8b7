-- Records that a person receives mail at their address, and creates the merchant that they signed up for, with them as
-- its owner. Does nothing if it was proved before. Writes an audit row. The caller has locked the person.
create or replace function prove_address(p_person_id bigint, p_acting acting) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  business text;
  proved people;
  added merchants;
begin
  select p.wanted_business_name into business from people p where p.id = p_person_id;
  update people p set email_verified_at = now(), wanted_business_name = null
  where p.id = p_person_id and p.email_verified_at is null
  returning * into proved;
  if not found then
    return;
  end if;
  perform log_action(
    null, null, 'person sign-up', proved.reference, null, jsonb_build_object('name', proved.name), p_acting
  );
  if business is not null then
    added := create_merchant(business, proved.email, p_acting);
    -- It counts towards a person's limit (add_own_merchant).
    update merchants m set created_by = p_person_id where m.id = added.id;
    insert into memberships (person_id, merchant_id, role) values (p_person_id, added.id, 'owner');
  end if;
end
$$;
