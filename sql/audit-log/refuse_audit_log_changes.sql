-- Trigger: the audit log is append-only (PB003), even for its owner.
create or replace function refuse_audit_log_changes() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'PB003';
end
$$;

create or replace trigger audit_log_is_append_only
  before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_log_changes();
