-- Counts an attempt for each of p_subjects and returns null, unless one had its p_most within 15 minutes: then it
-- returns the seconds to wait, and counts nothing. Call it before the password is compared, so that concurrent attempts
-- gain nothing. The order of the subjects is the same everywhere: networks, then accounts.
create or replace function take_attempts(p_subjects bytea[], p_most integer[]) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  term constant interval := '15 minutes';
  counted sign_in_attempts;
  n integer;
begin
  for n in 1..cardinality(p_subjects) loop
    insert into sign_in_attempts as a (subject, attempts) values (p_subjects[n], 1)
    on conflict (subject) do update set
      attempts = case when a.since < now() - term then 1 else least(a.attempts, p_most[n]) + 1 end,
      since = case when a.since < now() - term then now() else a.since end
    returning * into counted;
    if counted.attempts > p_most[n] then
      return greatest(1, ceil(extract(epoch from counted.since + term - now())));
    end if;
  end loop;
  return null;
end
$$;
