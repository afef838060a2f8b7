-- Deletes what has been kept for its term (terms: docs/operating/retention.md), of one of purge_kinds(): at most
-- p_limit rows, the oldest first. Workers call it for one kind after the other, each in a transaction of its own, so
-- that a kind that fails or is slow does not keep the others; and again and again: each call is short, and the next one
-- goes on with what a crash interrupted. Terms count from the real time of writing, never from a test clock. Locks only
-- rows that go, and skips those that somebody else has locked. Returns how many rows it went through; 0 if another
-- process is deleting this kind. Raises an error for an unknown kind.
create or replace function purge_expired_rows(p_kind text, p_limit integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  purged integer;
begin
  -- The name becomes part of the statement below, which runs with the owner's rights: only known ones may.
  if (p_kind = any (purge_kinds())) is not true then
    raise exception 'no kind of row is called %', p_kind;
  end if;
  if not pg_try_advisory_xact_lock(hashtext('purge_expired_rows'), hashtext(p_kind)) then
    return 0;
  end if;
  execute format('select %I($1)', 'purge_' || p_kind) into purged using p_limit;
  return purged;
end
$$;
