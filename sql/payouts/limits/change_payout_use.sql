-- Returns a payout or refund that failed, was canceled or reversed to the limits of the day that accepted it, and takes
-- one from them again that was paid after all, even if nothing of that day was left for its account. A payout that was
-- not counted, since its merchant had no limit, stays so. Only post_journals() calls it, under the locks of the
-- merchants' ledger accounts.
create or replace function change_payout_use(p_movements ledger_movement[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  with change as (
    select p.merchant_id, p.environment, lagos_day(p.created_at) as day, a.account,
      sum(s.sign * p.amount)::bigint as amount, sum(s.sign) as payouts
    from (values
      ('_released', -1), ('_reversed', -1), ('_release_undone', 1), ('_reversal_undone', 1)
    ) s (kind, sign)
    join unnest(p_movements) m on m.kind in ('payout' || s.kind, 'refund' || s.kind, 'return' || s.kind)
    join payouts p on p.reference = m.subject
    cross join lateral (values (''), ('approvals'), (p.bank_code || ' ' || p.account_number)) a (account)
    where a.account is not null
    group by 1, 2, 3, 4
  ), changed as (
    update payout_use u
    -- Limits that began and ended today may have missed a payout: that fails no movement of money.
    set amount = greatest(u.amount + c.amount, 0), payouts = greatest(u.payouts + c.payouts, 0)
    from change c
    where (u.merchant_id, u.environment, u.day, u.account) = (c.merchant_id, c.environment, c.day, c.account)
    returning u.merchant_id, u.environment, u.day, u.account
  )
  insert into payout_use (merchant_id, environment, day, account, amount, payouts)
  select c.merchant_id, c.environment, c.day, c.account, c.amount, c.payouts
  from change c
  -- The day is counted, but a failed one at its account was not.
  join payout_use u on (u.merchant_id, u.environment, u.day, u.account) = (c.merchant_id, c.environment, c.day, '')
  where c.payouts > 0 and c.account <> 'approvals'
    and not exists (
      select from changed d
      where (d.merchant_id, d.environment, d.day, d.account) = (c.merchant_id, c.environment, c.day, c.account)
    );
end
$$;
