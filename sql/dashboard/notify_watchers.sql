-- Trigger: notifies the ingress, whose update streams belong to sessions, when a person's session ends or shows another
-- merchant. Removing a member or changing a role does one of these.
create or replace function notify_watchers() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform notify_results('person', array[old.person_id]);
  return null;
end
$$;

create or replace trigger notify_watchers
after delete or update of merchant_id on sessions
for each row
execute function notify_watchers();
