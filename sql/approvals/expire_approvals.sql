-- Ends payments that have waited 72 hours for approval, by their merchants' time: a payout or refund is canceled and
-- its money is back, a batch is canceled, an accept of an unmatched credit is not carried out. Writes audit rows.
-- Returns how many were due.
--
-- Covers an environment's payments, and test payments of the merchants in p_clocks by their test clocks; only the
-- latter if the environment is null. The hundred oldest of each: the next sweep takes more. What somebody else has
-- locked waits for the next sweep too, and so does a merchant with a locked ledger account, so that none holds up
-- others. With a null environment it waits for ledger accounts.
create or replace function expire_approvals(p_environment text, p_clocks bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  most constant integer := 100;
  due approvals[] := array(
    select a from approvals a
    where a.id in (
      (select e.id from approvals e
        where e.environment = p_environment and e.expires_at <= now()
        order by e.expires_at limit most)
      union
      (select late.id
        from test_clocks c
        cross join lateral (
          select e.id from approvals e
          where e.merchant_id = c.merchant_id and e.environment = 'test'
            and e.expires_at <= now() + make_interval(mins => c.offset_minutes)
          limit most
        ) late
        where c.merchant_id = any (p_clocks) limit most)
    )
    order by a.id for update skip locked
  );
  payments payouts[];
  batches payout_batches[];
  free bigint[];
  busy_merchants bigint[];
  ended approvals;
begin
  if due = '{}' then
    return 0;
  end if;
  select coalesce(array_agg(w.p), '{}') into payments from (
    select p from payouts p
    where p.id in (select d.payout_id from unnest(due) d) and p.status = 'awaiting_approval'
    order by p.id for update skip locked
  ) w;
  select coalesce(array_agg(w.b), '{}') into batches from (
    select b from payout_batches b
    where b.id in (select d.batch_id from unnest(due) d) and b.status = 'awaiting_approval'
    order by b.id for update skip locked
  ) w;
  free := array(
    select c.id from collections c where c.id in (select p.collection_id from unnest(payments) p)
    order by c.id for update skip locked
  );
  select lock_balances(array_agg(d.merchant_id), array_agg(d.environment), array['NGN'], p_environment is null)
  into busy_merchants from unnest(due) d;
  foreach ended in array due loop
    continue when ended.merchant_id = any (busy_merchants);
    if ended.credit_id is not null then
      continue when not withdraw_acceptance(ended.credit_id);
    elsif ended.batch_id is not null then
      perform begin_batch_cancel(b, 'expired') from unnest(batches) b where b.id = ended.batch_id;
      continue when not found;
    else
      perform cancel_unsent(array[p], 'expired') from unnest(payments) p
      where p.id = ended.payout_id and (p.collection_id is null or p.collection_id = any (free));
      continue when not found;
    end if;
    perform log_action(
      ended.merchant_id, ended.environment, 'approval expire', ended.reference, null,
      jsonb_build_object('amount', ended.amount, 'currency', ended.currency), null
    );
  end loop;
  return cardinality(due);
end
$$;
