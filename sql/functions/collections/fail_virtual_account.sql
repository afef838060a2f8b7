-- Marks a virtual account that could not be provisioned as failed and notifies the waiting request. Returns false,
-- changing nothing, if it is no longer being provisioned.
create or replace function fail_virtual_account(p_account_id bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update virtual_accounts set status = 'failed' where id = p_account_id and status = 'provisioning';
  if not found then
    return false;
  end if;
  perform notify_result('virtual_account:' || p_account_id);
  return true;
end
$$;
