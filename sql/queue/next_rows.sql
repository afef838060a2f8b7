-- Returns the ids of each merchant's next p_most rows that get jobs of a task.
--
-- 'execute_payout': pending payouts that no freeze holds. 'confirm_payout': payouts whose next poll is due.
-- 'settle_credit': money to book, failed attempts last; with null for a merchant, money for an unknown recipient.
-- 'provision_virtual_account' and 'provision_crypto_address': what is opened for a caller that waits, also while it is
-- in progress. Pending rows are read in the order of their index (sql/README.md).
create or replace function next_rows(p_task text, p_merchant_ids bigint[], p_environment text, p_most bigint)
returns setof bigint
language plpgsql stable set search_path = public, pg_temp
  set enable_sort = off set enable_incremental_sort = off as $$
begin
  case p_task
    when 'execute_payout' then
      return query
      select r.id from unnest(p_merchant_ids) merchant cross join lateral (
        select p.id from payouts p
        where p.environment = p_environment
          and p.merchant_id between merchant and merchant and p.status = 'pending' and p.held_since is null
        order by p.merchant_id, p.id limit p_most
      ) r;
    when 'confirm_payout' then
      return query
      select r.id from unnest(p_merchant_ids) merchant cross join lateral (
        select p.id from payouts p
        where p.environment = p_environment and p.merchant_id = merchant
          and p.next_confirmation_at <= business_now(merchant, p_environment)
        order by p.next_confirmation_at limit p_most
      ) r;
    when 'settle_credit' then
      return query
      select r.id from unnest(p_merchant_ids) merchant cross join lateral (
        select cr.id from credits cr
        where cr.environment = p_environment and coalesce(cr.merchant_id, 0) = coalesce(merchant, 0)
          and cr.status = 'received' and cr.settle_after <= now()
        order by cr.settle_after, cr.id limit p_most
      ) r;
    when 'provision_virtual_account' then
      return query
      select r.id from unnest(p_merchant_ids) merchant cross join lateral (
        select v.id from virtual_accounts v
        where v.environment = p_environment
          and v.merchant_id between merchant and merchant and v.status = 'provisioning'
        order by v.merchant_id, v.id limit p_most
      ) r;
    when 'provision_crypto_address' then
      return query
      select r.id from unnest(p_merchant_ids) merchant cross join lateral (
        select c.id from collections c
        where c.environment = p_environment
          and c.merchant_id between merchant and merchant and c.status = 'provisioning'
        order by c.merchant_id, c.id limit p_most
      ) r;
  end case;
end
$$;
