-- Notes which items of a batch that can go pay an account the same amount as another item, or as a payout of the last
-- 24 hours or a waiting item outside the batch: all of them, or those to these account numbers. Of the merchant's
-- payouts it reads those under way, and those that succeeded to the same accounts. The caller has the batch locked.
create or replace function find_batch_duplicates(p_batch payout_batches, p_accounts text[] default null) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  since constant timestamptz := business_now(p_batch.merchant_id, p_batch.environment) - interval '24 hours';
begin
  with under_way as (
    select p.bank_code, p.account_number, p.amount from payouts p
    where p.merchant_id = p_batch.merchant_id and p.environment = p_batch.environment and p.collection_id is null
      and p.status = any (array['awaiting_approval', 'pending', 'processing'])
      and p.created_at > since and p.batch_id is distinct from p_batch.id
    union
    select i.bank_code, i.account_number, i.amount
    from payout_batches b join payout_batch_items i on i.batch_id = b.id and i.status = 'waiting'
    where (b.merchant_id, b.environment) = (p_batch.merchant_id, p_batch.environment) and b.id <> p_batch.id
      and b.status in ('awaiting_approval', 'processing')
  ), found as (
    select i.ctid, i.duplicate as earlier, case
        when count(*) over (partition by i.bank_code, i.account_number, i.amount) > 1 then 'batch'
        when s.id is not null or (i.bank_code, i.account_number, i.amount) in (select u.* from under_way u) then 'paid'
      end as duplicate
    from payout_batch_items i
    left join lateral (
      select p.id from payouts p
      where p.merchant_id = p_batch.merchant_id and p.environment = p_batch.environment
        and (p.bank_code, p.account_number, p.amount) = (i.bank_code, i.account_number, i.amount)
        and p.status = 'succeeded' and p.collection_id is null
        and p.created_at > since and p.batch_id is distinct from p_batch.id
      limit 1
    ) s on true
    where i.batch_id = p_batch.id and i.status = 'valid'
      and (p_accounts is null or i.account_number = any (p_accounts))
  )
  update payout_batch_items i set duplicate = f.duplicate
  -- Not by the place: see check_batch_items().
  from found f where i.ctid = f.ctid and f.duplicate is distinct from f.earlier;
end
$$;
