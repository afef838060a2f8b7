-- Triggers: entries and journals are append-only (PB003). A correction is a new journal.
create or replace function refuse_ledger_changes() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception '% is append-only: post a correcting journal instead', tg_table_name using errcode = 'PB003';
end
$$;

create or replace trigger entries_are_append_only
  before update or delete or truncate on ledger_entries
  for each statement execute function refuse_ledger_changes();

create or replace trigger journals_are_append_only
  before update or delete or truncate on ledger_journals
  for each statement execute function refuse_ledger_changes();
