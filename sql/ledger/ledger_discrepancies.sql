-- Everything that is wrong with the ledger, one row each. Empty if all is well. Read by operators and tests.
create or replace view ledger_discrepancies as
select wrong.problem, 'account ' || a.id as subject, wrong.difference
from (
  select a.id, a.balance - coalesce(sum(e.amount), 0) as missing, a.last_sequence - count(e.account_id) as uncounted
  from ledger_accounts a left join ledger_entries e on e.account_id = a.id
  where a.merchant_id is not null
  group by a.id
) a
cross join lateral (values
  ('a balance differs from its entries', a.missing), ('an account does not know its newest entry', a.uncounted)
) wrong (problem, difference)
where wrong.difference <> 0
union all
select wrong.problem, 'entry of journal ' || n.journal_id || ', account ' || n.account_id, wrong.difference
from (
  select e.journal_id, e.account_id, e.balance_after - e.amount - coalesce(lag(e.balance_after) over earlier, 0) as gap,
    e.sequence - coalesce(lag(e.sequence) over earlier, 0) - 1 as skipped,
    j.created_at - lag(j.created_at) over earlier as later
  from ledger_entries e
  join ledger_journals j on (j.id, j.environment, j.currency) = (e.journal_id, e.environment, e.currency)
  where e.balance_after is not null
  window earlier as (partition by e.account_id order by e.journal_id)
) n
cross join lateral (values
  ('a running balance has a gap', n.gap), ('the entries of an account are not in sequence', n.skipped),
  ('an entry is older than the one before it', least(floor(extract(epoch from n.later) * 1000), 0))
) wrong (problem, difference)
where wrong.difference <> 0
union all
select 'the sums of days differ from the entries', 'account ' || s.account_id,
  coalesce(sum(d.net), 0) - e.balance_after
from balance_sums s
left join balance_days d on d.account_id = s.account_id
join ledger_entries e on e.account_id = s.account_id and e.journal_id = s.last_journal_id
group by s.account_id, s.last_sequence, e.sequence, e.balance_after
having (coalesce(sum(d.net), 0), coalesce(sum(d.count), 0), s.last_sequence)
  is distinct from (e.balance_after::numeric, e.sequence::numeric, e.sequence)
union all
select 'a journal does not sum to zero', 'journal ' || j.id, coalesce(sum(e.amount), 0)
from ledger_journals j left join ledger_entries e on e.journal_id = j.id
group by j.id
having coalesce(sum(e.amount), 0) <> 0 or count(e.account_id) < 2
union all
select 'reserved money differs from what holds it', 'account ' || a.id, a.balance - coalesce(sum(held.amount), 0)
from ledger_accounts a
left join (
  select merchant_id, environment, currency, amount + fee as amount
  from payouts where status in ('needs_destination', 'awaiting_approval', 'pending', 'processing')
  union all
  select merchant_id, environment, 'NGN', fee_reserved from identity_records where fee_reserved > 0
  union all
  select b.merchant_id, b.environment, 'NGN', i.amount + i.fee
  from payout_batch_items i join payout_batches b on b.id = i.batch_id where i.status = 'waiting'
) held on (held.merchant_id, held.environment, held.currency) = (a.merchant_id, a.environment, a.currency)
where a.kind = 'reserved'
group by a.id
having a.balance <> coalesce(sum(held.amount), 0)
union all
select 'refunded money differs from the refunds', 'collection ' || c.reference,
  c.amount_refunded - coalesce(sum(p.amount) filter (where p.status not in ('failed', 'canceled', 'reversed')), 0)
from collections c left join payouts p on p.collection_id = c.id and p.credit_id is null
group by c.id
having c.amount_refunded <> coalesce(sum(p.amount) filter (where p.status not in ('failed', 'canceled', 'reversed')), 0)
union all
select 'a credit being returned differs from its return', 'credit ' || cr.reference, cr.amount - coalesce(p.amount, 0)
from credits cr full join (
  select credit_id, amount from payouts
  where credit_id is not null and status in ('needs_destination', 'awaiting_approval', 'pending', 'processing')
) p on p.credit_id = cr.id and cr.status = 'returning'
where (cr.status = 'returning' or p.credit_id is not null) and cr.amount is distinct from p.amount
union all
select 'suspense differs from the credits that wait in it', 'account ' || a.account_id,
  a.balance - coalesce(sum(cr.amount), 0)
from ledger_balances a
left join credits cr on (cr.environment, cr.currency) = (a.environment, a.currency) and cr.status = 'suspended'
where a.kind = 'suspense'
group by a.account_id, a.balance
having a.balance <> coalesce(sum(cr.amount), 0)
union all
select 'a float differs from its entries', 'float ' || f.gateway || ' ' || f.currency,
  f.held + coalesce(sum(e.amount), 0)
from float_balances f left join ledger_entries e on e.account_id = f.account_id
group by f.account_id, f.gateway, f.currency, f.held
having f.held + coalesce(sum(e.amount), 0) <> 0
union all
select 'a tax differs from the charges behind it', t.kind || ' ' || t.environment,
  t.balance - coalesce(sum(o.amount), 0)
from ledger_balances t
left join (
  select 'vat_payable' as kind, environment, vat as amount from payouts where settled_at is not null and vat <> 0
  union all
  select 'stamp_duty_payable', environment, stamp_duty from payouts where settled_at is not null and stamp_duty <> 0
  union all
  select 'vat_payable', environment, vat from identity_records where is_charged and vat <> 0
  union all
  select k.kind, 'live', -k.amount
  from charge_refunds r
  cross join lateral (values ('vat_payable', r.vat), ('stamp_duty_payable', r.stamp_duty)) k (kind, amount)
  where r.undone_at is null
  union all
  select r.kind || '_payable', 'live', -r.amount from tax_remittances r
  union all
  select k.kind, 'live', -k.amount
  from provider_statement_lines l
  cross join lateral (values ('input_vat', l.vat), ('stamp_duty_payable', l.stamp_duty)) k (kind, amount)
  where l.currency = 'NGN' and k.amount <> 0
) o on (o.kind, o.environment) = (t.kind, t.environment)
where t.kind in ('vat_payable', 'stamp_duty_payable', 'input_vat') and t.currency = 'NGN'
group by t.account_id, t.kind, t.environment, t.balance
having t.balance <> coalesce(sum(o.amount), 0)
union all
-- The provider may have taken the money back, and was not polled since.
select 'a success was never confirmed', 'payout ' || p.reference, p.amount
from payouts p
where p.status = 'succeeded' and p.next_confirmation_at is null and not p.needs_review
  and p.reversible_until is not null and (p.confirmed_at is null or p.confirmed_at < p.reversible_until);
