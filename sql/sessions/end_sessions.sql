-- Ends sessions of a person at once: the one of p_reference, or all if it is null; never that of p_except. Returns how
-- many. If there was one, writes an audit row for each of the person's merchants.
create or replace function end_sessions(p_person_id bigint, p_reference text, p_except bigint, p_acting acting)
returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended integer;
begin
  delete from sessions s
  where s.person_id = p_person_id and (p_reference is null or s.reference = p_reference)
    and s.id is distinct from p_except;
  get diagnostics ended = row_count;
  if ended > 0 then
    perform log_person_action(
      p_person_id, 'session end', p_reference, jsonb_build_object('sessions', ended), null, p_acting
    );
  end if;
  return ended;
end
$$;
