-- Returns a merchant's balance transactions, the newest first, at most p_limit before the journal p_before: of one
-- currency, kind and own reference of the source, or (null) of all. Times are from inclusive, to exclusive.
--
-- Each is an entry on available, and entries are in the order of their times: a period is a range of journals, which
-- entry_before() finds. What happened at the bank before p_occurred_to may have been booked after it: those of the next
-- hour (soon) are read one by one, later ones from the index of those that were booked late. `offset 0` keeps the order
-- of joins, from the source to its entry, where nothing is known of the tables. Plans are made once.
create or replace function list_balance_transactions(
  p_merchant_id bigint, p_environment text, p_currency text, p_kind text, p_merchant_reference text,
  p_created_from timestamptz, p_created_to timestamptz, p_occurred_from timestamptz, p_occurred_to timestamptz,
  p_before bigint, p_limit integer
) returns table (account_id bigint, journal_id bigint, created_at text, item json)
language sql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
  with account as materialized (
    select a.id, a.merchant_id, a.environment, a.currency,
      case when p_created_from is null and p_occurred_from is null then 0
        else entry_before(a.id, greatest(p_created_from, p_occurred_from)) end as first,
      least(
        coalesce(p_before, 9223372036854775807) - 1,
        case when p_created_to is not null then entry_before(a.id, p_created_to) end
      ) as last,
      case when p_occurred_to is not null then entry_before(a.id, p_occurred_to + interval '1 hour') end as soon
    from ledger_accounts a
    where (a.merchant_id, a.environment, a.kind) = (p_merchant_id, p_environment, 'available')
      and (p_currency is null or a.currency = p_currency)
  ), sourced as (
    select p.reference as subject from payouts p
    where (p.merchant_id, p.environment, p.merchant_reference) = (p_merchant_id, p_environment, p_merchant_reference)
    union all
    select k.reference from identity_checks k
    where (k.merchant_id, k.environment, k.merchant_reference) = (p_merchant_id, p_environment, p_merchant_reference)
      and k.status <> 'unavailable'
    union all
    select cr.reference from collections c join credits cr on cr.collection_id = c.id
    where (c.merchant_id, c.environment, c.merchant_reference) = (p_merchant_id, p_environment, p_merchant_reference)
      and c.status <> 'failed'
  ), found as (
    select ranged.* from account a
    cross join lateral (
      (
        select e, j from ledger_entries e
        join ledger_journals j on (j.id, j.environment, j.currency) = (e.journal_id, e.environment, e.currency)
        where p_kind is null and p_merchant_reference is null and e.account_id = a.id
          and e.journal_id > a.first and e.journal_id <= least(a.last, a.soon)
          and (p_occurred_from is null or coalesce(j.occurred_at, j.created_at) >= p_occurred_from)
          and (p_occurred_to is null or coalesce(j.occurred_at, j.created_at) < p_occurred_to)
        order by e.journal_id desc limit p_limit
      )
      union all (
        select e, j from ledger_entries e
        join ledger_journals j on (j.id, j.environment, j.currency) = (e.journal_id, e.environment, e.currency)
        where e.account_id = a.id and e.kind = p_kind and p_merchant_reference is null
          and e.journal_id > a.first and e.journal_id <= least(a.last, a.soon)
          and (p_occurred_from is null or coalesce(j.occurred_at, j.created_at) >= p_occurred_from)
          and (p_occurred_to is null or coalesce(j.occurred_at, j.created_at) < p_occurred_to)
        order by e.journal_id desc limit p_limit
      )
      union all (
        select e, j from ledger_journals j
        join ledger_entries e on (e.account_id, e.journal_id) = (a.id, j.id)
        where (j.merchant_id, j.environment, j.currency) = (a.merchant_id, a.environment, a.currency)
          and j.created_at - j.occurred_at > interval '1 hour'
          and j.id > greatest(a.first, a.soon) and j.id <= a.last and a.soon is not null
          and p_merchant_reference is null
          and (p_kind is null or e.kind = p_kind)
          and (p_occurred_from is null or j.occurred_at >= p_occurred_from) and j.occurred_at < p_occurred_to
        order by j.id desc limit p_limit
      )
      union all (
        select entry.e, journal.j from sourced s
        cross join lateral (
          select j, j.id from ledger_journals j
          where j.subject = s.subject
            and (p_occurred_from is null or coalesce(j.occurred_at, j.created_at) >= p_occurred_from)
            and (p_occurred_to is null or coalesce(j.occurred_at, j.created_at) < p_occurred_to)
          offset 0
        ) journal
        cross join lateral (
          select e from ledger_entries e
          where (e.account_id, e.journal_id) = (a.id, journal.id) and (p_kind is null or e.kind = p_kind)
          offset 0
        ) entry
        where journal.id > a.first and journal.id <= a.last
      )
    ) ranged
  )
  select (f.e).account_id, (f.e).journal_id, (f.j).created_at::text, balance_transaction_json(f.e, f.j)
  from found f
  order by (f.e).journal_id desc limit p_limit
$$;
