-- Triggers: entries, journals and the audit log are append-only (PB003), even for their owner. A correction of the
-- books is a new journal.
create or replace function refuse_changes() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'PB003';
end
$$;

create or replace trigger entries_are_append_only
  before update or delete or truncate on ledger_entries
  for each statement execute function refuse_changes();

create or replace trigger journals_are_append_only
  before update or delete or truncate on ledger_journals
  for each statement execute function refuse_changes();

create or replace trigger audit_log_is_append_only
  before update or delete or truncate on audit_log
  for each statement execute function refuse_changes();
