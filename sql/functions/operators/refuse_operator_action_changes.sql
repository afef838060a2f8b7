-- Trigger: the log of operators' actions is append-only (PB003), also for its owner.
create or replace function refuse_operator_action_changes() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'PB003';
end
$$;

create or replace trigger operator_actions_are_append_only
  before update or delete or truncate on operator_actions
  for each statement execute function refuse_operator_action_changes();
