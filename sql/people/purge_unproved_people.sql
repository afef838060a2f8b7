-- Deletes people who did not prove their address within 7 days, have no link to do so any more and belong to no
-- merchant. At most p_limit; returns how many. For purge_expired_rows().
create or replace function purge_unproved_people(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  deleted integer;
begin
  with due as materialized (
    select p.id from people p
    where p.email_verified_at is null and p.created_at < now() - interval '7 days'
      and not exists (select from memberships m where m.person_id = p.id)
      and not exists (select from mail_tokens t where t.person_id = p.id and t.expires_at > now())
    order by p.created_at limit p_limit
    for update skip locked
  )
  delete from people p using due where p.id = due.id;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
