-- fail_virtual_account(account_id) gives up an account that the gateway could not provision and tells who waits. Returns
-- whether it was still being provisioned.
create or replace function fail_virtual_account(account_id bigint) returns boolean
language plpgsql set search_path = public, pg_temp as $$
begin
  update virtual_accounts set status = 'failed' where id = account_id and status = 'provisioning';
  if not found then
    return false;
  end if;
  perform notify_result('virtual_account:' || account_id);
  return true;
end
$$;
