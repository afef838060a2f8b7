-- complete_host_check(check_id, status) writes a worker's answer ('allowed', 'refused' or 'unresolved') and tells who waits.
-- Returns whether the question was still open.
create or replace function complete_host_check(check_id bigint, status text) returns boolean
language plpgsql set search_path = public, pg_temp as $$
begin
  update host_checks h set status = complete_host_check.status where h.id = check_id and h.status = 'pending';
  if not found then
    return false;
  end if;
  perform notify_result('host_check:' || check_id);
  return true;
end
$$;
