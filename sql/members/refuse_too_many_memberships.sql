-- Raises PB009 if a person belongs to a hundred merchants: changes to their account are in the audit log of each. Locks
-- the person, so that two concurrent calls can't both add the last one.
create or replace function refuse_too_many_memberships(p_person_id bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  most constant integer := 100;
begin
  perform from people p where p.id = p_person_id for no key update;
  if (select count(*) from memberships m where m.person_id = p_person_id) >= most then
    raise exception 'a person belongs to % merchants at most', most using errcode = 'PB009';
  end if;
end
$$;
