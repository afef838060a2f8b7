-- Returns a merchant's statement for the days p_from to p_to in Africa/Lagos, both inclusive, as the API shows it. The
-- books are those of the moment p_present, with the journals up to p_last_journal_id (present_books): it may be made
-- long after.
--
-- The movements are the sums of days (balance_days) and of the entries after those. The sums of the present day may
-- hold later entries by now: then they are not used.
create or replace function statement_json(
  p_merchant_id bigint, p_environment text, p_currency text, p_from date, p_to date, p_present timestamptz,
  p_last_journal_id bigint
) returns json
language plpgsql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  starts constant timestamptz := start_of_lagos_day(p_from);
  ends constant timestamptz := start_of_lagos_day(p_to + 1);
  available bigint;
  reserved bigint;
  summed_until date := p_to;
  summed bigint;
  first bigint;
  last bigint;
  movements json;
  total jsonb;
begin
  select min(a.id) filter (where a.kind = 'available'), min(a.id) filter (where a.kind = 'reserved')
  into available, reserved
  from ledger_accounts a
  where (a.merchant_id, a.environment, a.currency) = (p_merchant_id, p_environment, p_currency);
  first := entry_before(available, starts);
  last := least(entry_before(available, ends), p_last_journal_id);
  summed := coalesce((select s.last_journal_id from balance_sums s where s.account_id = available), 0);
  if summed > p_last_journal_id then
    summed_until := least(p_to, lagos_day(p_present) - 1);
    summed := entry_before(available, start_of_lagos_day(lagos_day(p_present)));
  end if;

  with part as (
    select d.kind, d.occurred_on, d.count, d.net, d.fee, d.vat, d.stamp_duty from balance_days d
    where d.account_id = available and d.day between p_from and summed_until
    union all
    select e.kind, lagos_day(coalesce(j.occurred_at, j.created_at)), 1, e.amount, e.fee, e.vat, e.stamp_duty
    from ledger_entries e
    join ledger_journals j on (j.id, j.environment, j.currency) = (e.journal_id, e.environment, e.currency)
    where e.account_id = available and e.journal_id > greatest(first, summed) and e.journal_id <= last
  ), of_kind as (
    select p.kind,
      subtotal_json(
        sum(p.count)::bigint, sum(p.net), sum(p.fee), sum(p.vat), sum(p.stamp_duty), p_currency
      ) as sums,
      subtotal_json(
        sum(p.count) filter (where p.occurred_on < p_from)::bigint, sum(p.net) filter (where p.occurred_on < p_from),
        sum(p.fee) filter (where p.occurred_on < p_from), sum(p.vat) filter (where p.occurred_on < p_from),
        sum(p.stamp_duty) filter (where p.occurred_on < p_from), p_currency
      ) as earlier
    from part p group by p.kind
  )
  select
    (
      select json_agg(jsonb_build_object('kind', k.kind) || k.sums
        || case when k.earlier is null then '{}' else jsonb_build_object('datedEarlier', k.earlier) end order by k.kind)
      from of_kind k
    ),
    (
      select subtotal_json(
        sum(p.count)::bigint, sum(p.net), sum(p.fee), sum(p.vat), sum(p.stamp_duty), p_currency
      ) from part p
    )
  into movements, total;

  return json_build_object(
    'currency', p_currency,
    'environment', p_environment,
    'from', p_from,
    'to', p_to,
    'asOf', iso_timestamp(p_present),
    'complete', ends <= p_present,
    'opening', json_build_object(
      'available', money_json(balance_before(available, starts, p_last_journal_id), p_currency),
      'reserved', money_json(balance_before(reserved, starts, p_last_journal_id), p_currency)
    ),
    'closing', json_build_object(
      'available', money_json(balance_before(available, ends, p_last_journal_id), p_currency),
      'reserved', money_json(balance_before(reserved, ends, p_last_journal_id), p_currency)
    ),
    'movements', coalesce(movements, '[]'),
    'total', coalesce(total, jsonb_build_object(
      'count', 0, 'amount', money_json(0, p_currency), 'fees', '[]'::jsonb, 'net', money_json(0, p_currency)
    ))
  );
end
$$;
