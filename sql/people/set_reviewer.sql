-- Makes a person a reviewer of the platform, or revokes it, by their email address, in lower case. Returns the person's
-- reference. Raises PB008 if nobody has proved this address. A new reviewer's sessions end: they sign in again. An
-- operator's action. Locks the person.
create or replace function set_reviewer(p_email text, p_is_reviewer boolean, p_acting acting) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before people;
begin
  select * into before from people p where p.email = p_email and p.email_verified_at is not null for no key update;
  if not found then
    raise exception 'nobody has signed up with this address and confirmed it' using errcode = 'PB008';
  end if;
  update people p set is_reviewer = p_is_reviewer where p.id = before.id;
  if p_is_reviewer and not before.is_reviewer then
    delete from sessions s where s.person_id = before.id;
  end if;
  perform log_action(
    null, null, case when p_is_reviewer then 'reviewer add' else 'reviewer remove' end, before.reference,
    jsonb_build_object('isReviewer', before.is_reviewer), jsonb_build_object('isReviewer', p_is_reviewer), p_acting
  );
  return before.reference;
end
$$;
