-- Deletes sign-ins that were not finished, and counts of attempts, an hour after their time. At most p_limit of each;
-- returns how many. For purge_expired_rows().
create or replace function purge_sign_ins(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  sign_ins_gone integer;
  attempts_gone integer;
begin
  with due as materialized (
    select s.token_hash from sign_ins s where s.expires_at < now() - interval '1 hour'
    order by s.expires_at limit p_limit
    for update skip locked
  )
  delete from sign_ins s using due where s.token_hash = due.token_hash;
  get diagnostics sign_ins_gone = row_count;
  with due as materialized (
    select a.subject from sign_in_attempts a where a.since < now() - interval '1 hour'
    order by a.since limit p_limit
    for update skip locked
  )
  delete from sign_in_attempts a using due where a.subject = due.subject;
  get diagnostics attempts_gone = row_count;
  return sign_ins_gone + attempts_gone;
end
$$;
