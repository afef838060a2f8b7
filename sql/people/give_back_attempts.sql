-- Returns the attempts that take_attempts() counted, because they were correct.
create or replace function give_back_attempts(p_subjects bytea[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  update sign_in_attempts a set attempts = greatest(0, a.attempts - 1) where a.subject = any (p_subjects);
$$;
