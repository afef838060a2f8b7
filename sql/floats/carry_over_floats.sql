-- Carries live money that moved before each gateway had a float over to the floats: what payouts, credits and charges
-- of a gateway moved, of ten thousand entries at a time, with a journal for each step. For the sweep, which is one at a
-- time. Once all is carried over it finds nothing, by two reads of an index.
--
-- Goes as far as to the first entry of the last hour: by then nothing of before is still being written.
create or replace function carry_over_floats() returns void
language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  step constant integer := 10000;
  place record;
  carried record;
  journal bigint;
begin
  for place in
    select o.account_id, o.up_to_journal, a.currency
    from float_carry_overs o join ledger_accounts a on a.id = o.account_id
    order by o.account_id
  loop
    with entries as materialized (
      select e.journal_id, e.amount from ledger_entries e
      where e.account_id = place.account_id and e.journal_id > place.up_to_journal
      order by e.journal_id limit step
    ), moved as (
      select e.journal_id, e.amount, j.kind, j.subject,
        bool_or(j.created_at > now() - interval '1 hour') over (order by e.journal_id) as is_new
      from entries e
      join ledger_journals j on (j.id, j.environment, j.currency) = (e.journal_id, 'live', place.currency)
    ), sums as (
      select f.account_id, sum(m.amount)::bigint as amount
      from moved m
      left join payouts p on p.reference = m.subject and m.kind like 'payout%'
      left join credits cr on cr.reference = m.subject and m.kind like 'credit%'
      join floats f on f.currency = place.currency and f.gateway = case
        when m.kind = 'provider_fee_charged' then split_part(m.subject, ':', 1)
        else coalesce(p.sent_through, cr.received_through, 'http')
      end
      where not m.is_new and m.kind <> 'float_carried_over'
      group by f.account_id having sum(m.amount) <> 0
    )
    select (select max(m.journal_id) from moved m where not m.is_new) as up_to,
      (select jsonb_object_agg(s.account_id, s.amount) from sums s) as amounts,
      (select sum(s.amount)::bigint from sums s) as total
    into carried;
    continue when carried.up_to is null;

    update float_carry_overs o set up_to_journal = carried.up_to where o.account_id = place.account_id;
    continue when carried.amounts is null;
    insert into ledger_journals (kind, subject, environment, currency)
    values ('float_carried_over', place.currency || ' up to ' || carried.up_to, 'live', place.currency)
    returning id into journal;
    insert into ledger_entries (journal_id, account_id, environment, currency, amount)
    select journal, s.key::bigint, 'live', place.currency, s.value::bigint from jsonb_each_text(carried.amounts) s
    union all
    select journal, place.account_id, 'live', place.currency, -carried.total where carried.total <> 0;
  end loop;
end
$$;
