-- Returns the ids of the rows of a merchant that have jobs of a task, of which any number may wait: the ten that come
-- next. 'execute_payout': pending payouts that no freeze holds. 'confirm_payout': payouts whose next status request is
-- due. 'settle_credit': money to book, what failed before behind the rest; with null for the merchant, what came in for
-- an unknown recipient.
-- All others follow them one by one (queue_next_jobs), so that a worker which passes over a merchant's jobs passes over
-- few, however many wait (workers/queue/take-jobs.ts). Ten are more than all processes take between two claims.
--
-- Accounts and addresses to provision ('provision_virtual_account', 'provision_crypto_address') wait until they have
-- what their caller waits for, and others follow when they do. Of these it is thirty, those that workers have begun
-- included, in all processes together.
--
-- Ordered by all columns of the index of what waits, as ranges of one value, and never sorted, so the planner has to
-- take it: see waiting_rows().
create or replace function next_rows(p_task text, p_merchant_id bigint, p_environment text) returns setof bigint
language plpgsql stable set search_path = public, pg_temp set enable_sort = off as $$
declare
  few constant integer := case when p_task like 'provision%' then 30 else 10 end;
begin
  if p_task = 'execute_payout' then
    return query
    select p.id from payouts p
    where p.environment between p_environment and p_environment
      and p.merchant_id between p_merchant_id and p_merchant_id and p.status = 'pending' and p.held_since is null
    order by p.environment, p.merchant_id, p.id limit few;
  elsif p_task = 'confirm_payout' then
    return query
    select p.id from payouts p
    where p.environment between p_environment and p_environment
      and p.merchant_id between p_merchant_id and p_merchant_id
      and p.next_confirmation_at <= business_now(p_merchant_id, p_environment)
    order by p.environment, p.merchant_id, p.next_confirmation_at limit few;
  elsif p_task = 'settle_credit' then
    return query
    select cr.id from credits cr
    where cr.environment between p_environment and p_environment
      and coalesce(cr.merchant_id, 0) between coalesce(p_merchant_id, 0) and coalesce(p_merchant_id, 0)
      and cr.status = 'received' and cr.settle_after <= now()
    order by cr.environment, coalesce(cr.merchant_id, 0), cr.settle_after, cr.id limit few;
  elsif p_task = 'provision_virtual_account' then
    return query
    select v.id from virtual_accounts v
    where v.environment between p_environment and p_environment
      and v.merchant_id between p_merchant_id and p_merchant_id and v.status = 'provisioning'
    order by v.environment, v.merchant_id, v.id limit few;
  elsif p_task = 'provision_crypto_address' then
    return query
    select c.id from collections c
    where c.environment between p_environment and p_environment
      and c.merchant_id between p_merchant_id and p_merchant_id and c.status = 'provisioning'
    order by c.environment, c.merchant_id, c.id limit few;
  end if;
end
$$;
