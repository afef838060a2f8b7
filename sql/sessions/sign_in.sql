-- Signs in a person whose password was correct: 'done', with a session of the token; or 'second_factor', with a started
-- sign-in of the token, for 5 minutes, for use_sign_in() and finish_sign_in(). Null if the password is not
-- p_password_hash any more, or the address was never proved. A person has at most 5 started sign-ins: a further one
-- ends the oldest. Ends the session of p_previous_hash, which the browser had. Locks the person.
create or replace function sign_in(
  p_person_id bigint, p_password_hash text, p_token_hash bytea, p_previous_hash bytea, p_address text, p_user_agent text
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from people p
  where p.id = p_person_id and p.password_hash = p_password_hash and p.email_verified_at is not null
  for no key update;
  if not found then
    return null;
  end if;
  delete from sessions s where s.token_hash = p_previous_hash;
  if has_second_factor(p_person_id) then
    delete from sign_ins s where s.token_hash in (
      select o.token_hash from sign_ins o where o.person_id = p_person_id order by o.expires_at desc offset 4
    );
    insert into sign_ins (token_hash, person_id, expires_at)
    values (p_token_hash, p_person_id, now() + interval '5 minutes');
    return 'second_factor';
  end if;
  perform start_session(p_person_id, p_token_hash, p_address, p_user_agent);
  return 'done';
end
$$;
