-- Uses a mail's token to give its person another password, ends all of the person's sessions and links, and queues a
-- mail to them. It proves the address too. False, having changed nothing, if the token is not valid. Writes an audit
-- row for each of the person's merchants. Locks the person.
create or replace function reset_password(p_token_hash bytea, p_password_hash text, p_address text, p_trace_id uuid)
returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person people;
  who acting;
begin
  select p.* into person from people p
  where p.id = (
    select t.person_id from mail_tokens t
    where t.token_hash = p_token_hash and t.kind = 'reset_password' and t.expires_at > now()
  )
  for no key update;
  -- Another request may have used it while this one waited.
  if not exists (select from mail_tokens t where t.token_hash = p_token_hash and t.person_id = person.id) then
    return false;
  end if;
  who := row(person.email, person.id, p_address, null, p_trace_id)::acting;
  delete from mail_tokens t where t.person_id = person.id;
  delete from sign_ins s where s.person_id = person.id;
  delete from sessions s where s.person_id = person.id;
  perform prove_address(person.id, who);
  update people p set password_hash = p_password_hash where p.id = person.id;
  perform log_person_action(person.id, 'person reset-password', null, null, null, who);
  -- Its links are used up: the person may request others.
  update mails m set is_by_stranger = false
  where m.recipient = person.email and m.template = 'reset_password' and m.created_at > now() - interval '30 minutes';
  perform queue_mail(person.email, 'password_changed', '{"how": "reset"}', p_trace_id => p_trace_id);
  return true;
end
$$;
