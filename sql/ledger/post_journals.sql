-- Writes one journal per movement and updates the merchants' balances, daily totals and, when a payout ends, their use
-- of payout limits.
--
-- Movements happen in the given order; amounts are in minor units, null counts as zero. A live movement at a gateway is
-- on the float of that gateway (through). Locks the merchants' account rows in id order until the transaction ends.
-- System accounts are not locked: their balance is the sum of their entries. Raises PB002 for a movement that does not
-- sum to zero; a not-null violation of account_id for an account that does not exist; the check violation
-- merchant_balance_is_not_negative (or ledger_entry_balance_is_not_negative) if the merchant's money does not cover it;
-- the unique violation ledger_journal_is_posted_once for a movement that was posted before.
create or replace function post_journals(p_movements ledger_movement[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from unnest(p_movements) m
    where coalesce(m.available, 0) + coalesce(m.reserved, 0) + coalesce(m.gateway, 0) + coalesce(m.fees, 0)
      + coalesce(m.vat_payable, 0) + coalesce(m.stamp_duty_payable, 0) + coalesce(m.suspense, 0) <> 0
  ) then
    raise exception 'a journal must sum to zero' using errcode = 'PB002';
  end if;

  perform lock_balances(array_agg(m.merchant_id), array_agg(m.environment), array_agg(m.currency), true)
  from unnest(p_movements) m;

  update ledger_accounts a set balance = a.balance + change.amount
  from (
    select m.merchant_id, m.environment, m.currency, part.kind, sum(part.amount)::bigint as amount
    from unnest(p_movements) m,
      lateral (values ('available', m.available), ('reserved', m.reserved)) part (kind, amount)
    where part.amount <> 0
    group by 1, 2, 3, 4
  ) change
  where (a.merchant_id, a.environment, a.currency, a.kind)
    = (change.merchant_id, change.environment, change.currency, change.kind);

  with journals as (
    insert into ledger_journals (kind, subject, merchant_id, environment, currency)
    select m.kind, m.subject, m.merchant_id, m.environment, m.currency
    from unnest(p_movements) with ordinality m
    order by m.ordinality
    returning id, kind, subject
  ), lines as (
    select m.ordinality as n, j.id as journal_id, m.environment, m.currency, a.id as account_id, part.amount,
      a.balance - coalesce(sum(part.amount) over (
        partition by a.id order by m.ordinality rows between 1 following and unbounded following
      ), 0) as balance_after
    from unnest(p_movements) with ordinality m
    join journals j on (j.kind, j.subject) = (m.kind, m.subject)
    cross join lateral (values
      ('available', m.available, m.merchant_id), ('reserved', m.reserved, m.merchant_id),
      (case m.environment when 'live' then 'float_' || m.through else 'gateway' end, m.gateway, null),
      ('fees', m.fees, null), ('vat_payable', m.vat_payable, null),
      ('stamp_duty_payable', m.stamp_duty_payable, null), ('suspense', m.suspense, null)
    ) part (kind, amount, merchant_id)
    -- Two branches, because an index serves "= x" and "is null" but not "is not distinct from x".
    -- A line without an account is kept, so that the insert below refuses it.
    left join lateral (
      select id, balance from ledger_accounts
      where (merchant_id, environment, currency, kind) = (part.merchant_id, m.environment, m.currency, part.kind)
      union all
      select id, balance from ledger_accounts
      where part.merchant_id is null and merchant_id is null
        and (environment, currency, kind) = (m.environment, m.currency, part.kind)
    ) a on true
    where part.amount <> 0
  )
  insert into ledger_entries (journal_id, account_id, environment, currency, amount, balance_after)
  select journal_id, account_id, environment, currency, amount, balance_after from lines order by n, account_id;

  -- Reserved money is in no total.
  if exists (select from unnest(p_movements) m where m.kind <> 'payout_accepted') then
    -- Whoever adds to the same totals has waited for the locks of the accounts already.
    insert into daily_totals as d (merchant_id, environment, currency, day, received, receipts, sent, payouts, returned)
    select m.merchant_id, m.environment, m.currency, lagos_day(business_now(m.merchant_id, m.environment)),
      coalesce(-sum(outside.change) filter (where m.kind like 'credit%'), 0),
      count(*) filter (where m.kind like 'credit%'),
      coalesce(sum(outside.change) filter (where m.kind like 'payout%' and outside.change > 0), 0),
      count(*) filter (where m.kind like 'payout%' and outside.change > 0),
      coalesce(-sum(outside.change) filter (where m.kind like 'payout%' and outside.change < 0), 0)
    from unnest(p_movements) m,
      lateral (select coalesce(m.gateway, 0) + coalesce(m.suspense, 0) as change) outside
    where m.merchant_id is not null and m.kind in (
      'credit_settled', 'credit_released', 'payout_settled', 'payout_reversed', 'payout_release_undone',
      'payout_reversal_undone'
    )
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
    on conflict on constraint daily_total_is_kept_once do update
      set received = d.received + excluded.received, receipts = d.receipts + excluded.receipts,
        sent = d.sent + excluded.sent, payouts = d.payouts + excluded.payouts,
        returned = d.returned + excluded.returned;
  end if;
  if exists (
    select from unnest(p_movements) m
    where m.kind in ('payout_released', 'payout_reversed', 'payout_release_undone', 'payout_reversal_undone')
  ) then
    perform change_payout_use(p_movements);
  end if;
end
$$;
