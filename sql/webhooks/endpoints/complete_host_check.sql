-- Stores the result of a host check ('allowed', 'refused' or 'unresolved') and notifies the waiting request. Returns
-- false, changing nothing, if it was completed before.
create or replace function complete_host_check(p_check_id bigint, p_status text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update host_checks h set status = p_status where h.id = p_check_id and h.status = 'pending';
  if not found then
    return false;
  end if;
  perform notify_results('host_check', array[p_check_id]);
  return true;
end
$$;
