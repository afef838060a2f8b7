-- Trigger: refuses entries whose journal does not sum to zero (PB002), whoever writes them. One statement inserts all
-- entries of a journal, so each statement must balance.
create or replace function refuse_unbalanced_journals() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from written group by journal_id having sum(amount) <> 0) then
    raise exception 'a journal must sum to zero' using errcode = 'PB002';
  end if;
  return null;
end
$$;

create or replace trigger journals_balance
  after insert on ledger_entries referencing new table as written
  for each statement execute function refuse_unbalanced_journals();
