-- Returns the journal of an account's newest entry before p_time, 0 if there is none; of its newest one if p_time is
-- null. Entries are in the order of their times, so it halves the range of journals that may be it: some thirty steps
-- of one row each, and no index by time.
create or replace function entry_before(p_account_id bigint, p_time timestamptz) returns bigint
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  -- No entry between `newest` and `low` exists, and none from `high` on is before p_time.
  newest bigint := 0;
  low bigint := 0;
  high bigint := 1 + coalesce((select max(e.journal_id) from ledger_entries e where e.account_id = p_account_id), 0);
  middle bigint;
  tried record;
begin
  if p_time is null then
    return high - 1;
  end if;
  while low + 1 < high loop
    middle := (low + high) / 2;
    -- The entry first: joined before the limit, the journals may be read in their order from the newest on.
    select e.journal_id, j.created_at into tried
    from (
      select * from ledger_entries e
      where e.account_id = p_account_id and e.journal_id > low and e.journal_id <= middle
      order by e.journal_id desc limit 1
    ) e
    join ledger_journals j on (j.id, j.environment, j.currency) = (e.journal_id, e.environment, e.currency);
    if tried.created_at >= p_time then
      high := tried.journal_id;
      continue;
    end if;
    newest := coalesce(tried.journal_id, newest);
    low := middle;
  end loop;
  return newest;
end
$$;
