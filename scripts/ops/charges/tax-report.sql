-- When: a month's taxes are due, or a merchant asks for its own.
-- Shows what became owed in the month (Lagos time) by merchant and kind, less refunds, and the stamp duty that exempt
-- payouts were spared, in kobo; ten thousand rows at most. Rows without a merchant: what was remitted, what
-- providers paid for us, and the VAT on their fees (input_vat), which is not netted. Changes nothing.
-- Flags: --month YYYY-MM-DD
select to_char(month.from_day, 'YYYY-MM') as month, m.reference as merchant, t.kind,
  sum(t.amount)::bigint as amount, sum(t.exempted)::bigint as exempted
from (
  select date_trunc('month', :month::date)::date as from_day,
    (date_trunc('month', :month::date) + interval '1 month')::date as to_day
) month
cross join lateral (
  select d.merchant_id, k.kind, k.amount, 0 as exempted
  from daily_totals d
  cross join lateral (values ('vat', d.vat), ('stamp_duty', d.stamp_duty)) k (kind, amount)
  where d.environment = 'live' and d.currency = 'NGN' and d.day >= month.from_day and d.day < month.to_day
    and k.amount <> 0
  union all
  select p.merchant_id, 'stamp_duty', 0, p.exempted_duty
  from payouts p
  where p.exempted_duty > 0 and p.settled_at >= start_of_lagos_day(month.from_day)
    and p.settled_at < start_of_lagos_day(month.to_day)
  union all
  select null, r.kind || '_remitted', r.amount, 0
  from tax_remittances r
  where r.booked_at >= start_of_lagos_day(month.from_day) and r.booked_at < start_of_lagos_day(month.to_day)
  union all
  select null, k.kind, k.amount, 0
  from provider_statement_lines l
  cross join lateral (values ('input_vat', l.vat), ('stamp_duty_paid_by_provider', l.stamp_duty)) k (kind, amount)
  where l.day >= month.from_day and l.day < month.to_day and l.currency = 'NGN' and k.amount <> 0
) t
left join merchants m on m.id = t.merchant_id
group by month.from_day, m.reference, t.kind
order by m.reference nulls last, t.kind limit 10000;
