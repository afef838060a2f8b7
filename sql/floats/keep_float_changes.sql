-- Trigger: records how entries change the floats, whoever writes them: a row for each float of a statement. A float
-- grows when its account, which is what we owe, shrinks.
create or replace function keep_float_changes() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into float_changes (account_id, change, gained)
  select w.account_id, -sum(w.amount), coalesce(-sum(w.amount) filter (where w.amount < 0), 0)
  from written w join floats f on f.account_id = w.account_id
  group by w.account_id;
  return null;
end
$$;

create or replace trigger floats_follow_entries
  after insert on ledger_entries referencing new table as written
  for each statement execute function keep_float_changes();
