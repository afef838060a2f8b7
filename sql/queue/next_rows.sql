-- Returns the ids of those rows of merchants that get jobs of a task, however many are pending: each merchant's next
-- ten.
--
-- 'execute_payout': pending payouts that no freeze holds. 'confirm_payout': payouts whose next poll is due.
-- 'settle_credit': money to book, failed attempts last; with null for a merchant, money for an unknown recipient. All
-- others follow one by one (queue_next_jobs), so that a worker that skips a merchant's jobs skips few, however many are
-- pending (workers/queue/take-jobs.ts). Ten are more than all processes take between two claims.
--
-- Accounts and addresses to provision ('provision_virtual_account', 'provision_crypto_address') are pending until they
-- have what their caller waits for, and others follow then. Thirty of these, including those in progress, in all
-- processes together.
--
-- Reads the index of pending rows, in its order: see waiting_rows(). If that ends with the id, the merchant is a range
-- of one value (sql/README.md).
create or replace function next_rows(p_task text, p_merchant_ids bigint[], p_environment text) returns setof bigint
language plpgsql stable set search_path = public, pg_temp
  set enable_sort = off set enable_incremental_sort = off as $$
declare
  few constant integer := case when p_task like 'provision%' then 30 else 10 end;
  merchant bigint;
begin
  for merchant in select unnest(p_merchant_ids) loop
    if p_task = 'execute_payout' then
      return query
      select p.id from payouts p
      where p.environment = p_environment
        and p.merchant_id between merchant and merchant and p.status = 'pending' and p.held_since is null
      order by p.merchant_id, p.id limit few;
    elsif p_task = 'confirm_payout' then
      return query
      select p.id from payouts p
      where p.environment = p_environment and p.merchant_id = merchant
        and p.next_confirmation_at <= business_now(merchant, p_environment)
      order by p.next_confirmation_at limit few;
    elsif p_task = 'settle_credit' then
      return query
      select cr.id from credits cr
      where cr.environment = p_environment and coalesce(cr.merchant_id, 0) = coalesce(merchant, 0)
        and cr.status = 'received' and cr.settle_after <= now()
      order by cr.settle_after, cr.id limit few;
    elsif p_task = 'provision_virtual_account' then
      return query
      select v.id from virtual_accounts v
      where v.environment = p_environment
        and v.merchant_id between merchant and merchant and v.status = 'provisioning'
      order by v.merchant_id, v.id limit few;
    elsif p_task = 'provision_crypto_address' then
      return query
      select c.id from collections c
      where c.environment = p_environment
        and c.merchant_id between merchant and merchant and c.status = 'provisioning'
      order by c.merchant_id, c.id limit few;
    end if;
  end loop;
end
$$;
