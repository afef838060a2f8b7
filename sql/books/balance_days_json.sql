-- Returns on which days a merchant's available balance moved, how often and by how much, of one currency and kind or
-- (null) of all, as the dashboard shows it: the newest 200 of the days p_from to p_to in Africa/Lagos, both inclusive.
-- These are the sums of days (balance_days) and of the entries after those.
create or replace function balance_days_json(
  p_merchant_id bigint, p_environment text, p_currency text, p_kind text, p_from date, p_to date
) returns json
language sql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
  with account as materialized (
    select a.id, a.currency,
      greatest(coalesce(s.last_journal_id, 0), entry_before(a.id, start_of_lagos_day(p_from))) as first,
      entry_before(a.id, start_of_lagos_day(p_to + 1)) as last
    from ledger_accounts a left join balance_sums s on s.account_id = a.id
    where (a.merchant_id, a.environment, a.kind) = (p_merchant_id, p_environment, 'available')
      and (p_currency is null or a.currency = p_currency)
  ), part as (
    select a.currency, d.day, d.count, d.net
    from account a join balance_days d on d.account_id = a.id
    where d.day between p_from and p_to and (p_kind is null or d.kind = p_kind)
    union all
    select a.currency, lagos_day(j.created_at), 1, e.amount
    from account a
    join ledger_entries e on e.account_id = a.id and e.journal_id > a.first and e.journal_id <= a.last
    join ledger_journals j on (j.id, j.environment, j.currency) = (e.journal_id, e.environment, e.currency)
    where p_kind is null or e.kind = p_kind
  ), total as (
    select p.day, p.currency, sum(p.count)::bigint as count, sum(p.net)::bigint as net
    from part p group by p.day, p.currency
    order by p.day desc, p.currency limit 200
  )
  select coalesce(json_agg(
    json_build_object('day', t.day, 'count', t.count, 'net', money_json(t.net, t.currency))
    order by t.day desc, t.currency
  ), '[]')
  from total t
$$;
