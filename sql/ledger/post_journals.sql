-- Writes one journal per movement and updates the merchants' balances, daily totals and, when a payout ends, their use
-- of payout limits.
--
-- Movements happen in the given order; amounts are in minor units, null counts as zero. A live movement at a gateway is
-- on the float of that gateway (through). Locks the merchants' account rows in id order until the transaction ends, and
-- numbers and dates their entries under these locks.
-- System accounts are not locked: their balance is the sum of their entries. Raises PB002 for a movement that does not
-- sum to zero; a not-null violation of account_id for an account that does not exist; the check violation
-- merchant_balance_is_not_negative (or ledger_entry_balance_is_not_negative) if the merchant's money does not cover it;
-- the unique violation ledger_journal_is_posted_once for a movement that was posted before.
create or replace function post_journals(p_movements ledger_movement[]) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  posted_at timestamptz;
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

  posted_at := clock_timestamp();

  update ledger_accounts a
  set balance = a.balance + change.amount, last_sequence = a.last_sequence + change.entries,
    -- Not before either account's newest entry, even if the clock was set back.
    last_moved_at = greatest(posted_at + (business_now(a.merchant_id, a.environment) - now()), (
      select max(b.last_moved_at) from ledger_accounts b
      where (b.merchant_id, b.environment, b.currency) = (a.merchant_id, a.environment, a.currency)
    ))
  from (
    select m.merchant_id, m.environment, m.currency, part.kind, sum(part.amount)::bigint as amount,
      count(*) as entries
    from unnest(p_movements) m,
      lateral (values ('available', m.available), ('reserved', m.reserved)) part (kind, amount)
    where part.amount <> 0
    group by 1, 2, 3, 4
  ) change
  where (a.merchant_id, a.environment, a.currency, a.kind)
    = (change.merchant_id, change.environment, change.currency, change.kind);

  with moved as (
    select m.*, t.kind as shown_as, t.fee, t.vat, t.stamp_duty, moment.moved_at,
      case when t.occurred_at < moment.moved_at then t.occurred_at end as occurred_at
    from unnest(p_movements) with ordinality m
    cross join lateral (
      select greatest(
          max(a.last_moved_at), posted_at + (business_now(m.merchant_id, m.environment) - now())
        ) as moved_at
      from ledger_accounts a
      where (a.merchant_id, a.environment, a.currency) = (m.merchant_id, m.environment, m.currency)
    ) moment
    left join lateral balance_transaction_of(
      m.kind, m.subject, m.available, m.fees, m.vat_payable, m.stamp_duty_payable
    ) t on true
  ), journals as (
    insert into ledger_journals (kind, subject, merchant_id, environment, currency, created_at, occurred_at)
    select m.kind, m.subject, m.merchant_id, m.environment, m.currency, m.moved_at, m.occurred_at
    from moved m
    order by m.ordinality
    returning id, kind, subject
  )
  insert into ledger_entries (
    journal_id, account_id, environment, currency, amount, balance_after, sequence, kind, fee, vat, stamp_duty
  )
  select j.id, a.id, m.environment, m.currency, part.amount,
    a.balance - coalesce(sum(part.amount) over following, 0),
    case when part.merchant_id is not null then a.last_sequence - count(*) over following end,
    shown.*
  from moved m
  join journals j on (j.kind, j.subject) = (m.kind, m.subject)
  cross join lateral (values
    ('available', m.available, m.merchant_id), ('reserved', m.reserved, m.merchant_id),
    (case m.environment when 'live' then 'float_' || m.through else 'gateway' end, m.gateway, null),
    ('fees', m.fees, null), ('vat_payable', m.vat_payable, null),
    ('stamp_duty_payable', m.stamp_duty_payable, null), ('suspense', m.suspense, null)
  ) part (kind, amount, merchant_id)
  -- Two branches, because an index serves "= x" and "is null" but not "is not distinct from x".
  -- A part without an account is kept, so that the insert refuses it.
  left join lateral (
    select id, balance, last_sequence from ledger_accounts
    where (merchant_id, environment, currency, kind) = (part.merchant_id, m.environment, m.currency, part.kind)
    union all
    select id, balance, last_sequence from ledger_accounts
    where part.merchant_id is null and merchant_id is null
      and (environment, currency, kind) = (m.environment, m.currency, part.kind)
  ) a on true
  left join lateral (select m.shown_as, m.fee, m.vat, m.stamp_duty) shown on part.kind = 'available'
  where part.amount <> 0
  window following as (partition by a.id order by m.ordinality rows between 1 following and unbounded following)
  order by m.ordinality, a.id;

  -- Reserved money is in no total.
  if exists (select from unnest(p_movements) m where m.kind <> 'payout_accepted') then
    -- Whoever adds to the same totals has waited for the locks of the accounts already.
    insert into daily_totals as d (
      merchant_id, environment, currency, day, received, receipts, sent, payouts, returned, vat, stamp_duty
    )
    select m.merchant_id, m.environment, m.currency, lagos_day(business_now(m.merchant_id, m.environment)),
      coalesce(-sum(outside.change) filter (where m.kind like 'credit%'), 0),
      count(*) filter (where m.kind like 'credit%'),
      coalesce(sum(outside.change) filter (where m.kind like 'payout%' and outside.change > 0), 0),
      count(*) filter (where m.kind like 'payout%' and outside.change > 0),
      coalesce(-sum(outside.change) filter (where m.kind like 'payout%' and outside.change < 0), 0),
      coalesce(sum(m.vat_payable), 0), coalesce(sum(m.stamp_duty_payable), 0)
    from unnest(p_movements) m,
      lateral (select coalesce(m.gateway, 0) + coalesce(m.suspense, 0) as change) outside
    where m.merchant_id is not null and m.kind ~
      '^(credit_(settled|released|accepted)|(payout|refund|return)_(settled|reversed|.+undone)|identity_fee_captured|charges_refunded)$'
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
    on conflict on constraint daily_total_is_kept_once do update
      set received = d.received + excluded.received, receipts = d.receipts + excluded.receipts,
        sent = d.sent + excluded.sent, payouts = d.payouts + excluded.payouts,
        returned = d.returned + excluded.returned, vat = d.vat + excluded.vat,
        stamp_duty = d.stamp_duty + excluded.stamp_duty;
  end if;
  if exists (select from unnest(p_movements) m where m.kind ~ '^(payout|refund|return)_(release|revers)') then
    perform change_payout_use(p_movements);
  end if;
end
$$;
