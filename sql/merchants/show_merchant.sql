-- Switches a session to another merchant of its person. False if the person does not belong to it.
create or replace function show_merchant(p_session_id bigint, p_reference text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions s set merchant_id = b.id
  from merchants b
  where s.id = p_session_id and b.reference = p_reference
    and exists (select from memberships m where m.person_id = s.person_id and m.merchant_id = b.id);
  return found;
end
$$;
