-- Adds entries on merchants' available accounts to the sums of their days (balance_days), about p_most at a time, where
-- balance_sums ends. Returns how many; 0 if all are summed, or another process is doing this. An account's entries
-- commit in their order, so none is missed that is older than those seen.
create or replace function sum_balance_days(p_most integer default 10000) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account record;
  summed record;
  left_over integer := p_most;
begin
  if not pg_try_advisory_xact_lock(hashtext('sum_balance_days')) then
    return 0;
  end if;
  for account in
    select a.id, coalesce(s.last_journal_id, 0) as last_journal_id
    from ledger_accounts a left join balance_sums s on s.account_id = a.id
    where a.kind = 'available' and a.last_sequence > coalesce(s.last_sequence, 0)
    order by a.id limit 500
  loop
    select max(n.sequence) as sequence, max(n.journal_id) as journal_id, count(*)::integer as count into summed
    from (
      select e.sequence, e.journal_id from ledger_entries e
      where e.account_id = account.id and e.journal_id > account.last_journal_id
      order by e.journal_id limit left_over
    ) n;
    insert into balance_sums as s (account_id, last_sequence, last_journal_id)
    values (account.id, summed.sequence, summed.journal_id)
    on conflict (account_id) do update
      set last_sequence = excluded.last_sequence, last_journal_id = excluded.last_journal_id;
    insert into balance_days as d (account_id, day, kind, occurred_on, count, net, fee, vat, stamp_duty)
    select account.id, lagos_day(j.created_at), e.kind, lagos_day(coalesce(j.occurred_at, j.created_at)),
      count(*), sum(e.amount)::bigint, sum(e.fee)::bigint, sum(e.vat)::bigint, sum(e.stamp_duty)::bigint
    from ledger_entries e
    join ledger_journals j on (j.id, j.environment, j.currency) = (e.journal_id, e.environment, e.currency)
    where e.account_id = account.id
      and e.journal_id > account.last_journal_id and e.journal_id <= summed.journal_id
    group by 2, 3, 4
    on conflict on constraint balance_days_pkey do update
      set count = d.count + excluded.count, net = d.net + excluded.net,
        fee = coalesce(d.fee + excluded.fee, d.fee, excluded.fee),
        vat = coalesce(d.vat + excluded.vat, d.vat, excluded.vat),
        stamp_duty = coalesce(d.stamp_duty + excluded.stamp_duty, d.stamp_duty, excluded.stamp_duty);
    left_over := left_over - summed.count;
    exit when left_over <= 0;
  end loop;
  return p_most - left_over;
end
$$;
