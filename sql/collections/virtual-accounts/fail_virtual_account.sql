-- Marks a virtual account that could not be provisioned as failed and notifies the waiting request. The merchant's next
-- account gets a job. Returns false, changing nothing, if it is no longer being provisioned.
create or replace function fail_virtual_account(p_account_id bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account virtual_accounts;
begin
  update virtual_accounts set status = 'failed' where id = p_account_id and status = 'provisioning'
  returning * into account;
  if not found then
    return false;
  end if;
  perform queue_next_jobs('provision_virtual_account', array[account.merchant_id], account.environment);
  perform notify_results('virtual_account', array[p_account_id]);
  return true;
end
$$;
