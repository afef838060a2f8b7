-- Replaces the password p_old_hash of a session's person, and the session's token; ends the person's other sessions and
-- links, and queues a mail to the person. False, having changed nothing, if the password was changed meanwhile or the
-- session ended. Writes an audit row for each of the person's merchants. Locks the person.
create or replace function change_password(
  p_session_id bigint, p_old_hash text, p_new_hash text, p_token_hash bytea, p_acting acting
) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person people;
begin
  select p.* into person from people p
  where p.id = (select s.person_id from sessions s where s.id = p_session_id)
  for no key update;
  if person.password_hash is distinct from p_old_hash or not prove_by_password(p_session_id, p_token_hash) then
    return false;
  end if;
  update people p set password_hash = p_new_hash where p.id = person.id;
  delete from mail_tokens t where t.person_id = person.id;
  delete from sign_ins s where s.person_id = person.id;
  delete from sessions s where s.person_id = person.id and s.id <> p_session_id;
  perform log_person_action(person.id, 'person change-password', null, null, null, p_acting);
  perform queue_mail(person.email, 'password_changed', '{"how": "changed"}', p_trace_id => (p_acting).trace_id);
  return true;
end
$$;
