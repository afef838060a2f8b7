-- When: someone wants to know what a day earned and cost, by provider, bank and merchant.
-- Shows for the movements on the day's statements (in Nigeria) what merchants were charged, by the journals of these
-- payouts and credits, what the providers charged, and what is left, in minor units: by provider, bank and merchant,
-- the worst first, a thousand rows at most. merchant and bank are null for a line that matches nothing here. Changes
-- nothing.
-- Flags: --day YYYY-MM-DD
set local enable_seqscan = off;
select l.gateway as provider, coalesce(p.bank_name, v.bank_name) as bank, m.reference as merchant, l.currency,
  count(*) as movements, sum(charged.fee)::bigint as earned, sum(l.fee)::bigint as cost,
  (sum(charged.fee) - sum(l.fee))::bigint as margin
from provider_statement_lines l
left join payouts p on p.reference = l.reference and p.environment = 'live' and l.kind <> 'credit'
left join credits cr on cr.provider_reference = l.provider_id and cr.environment = 'live' and p.id is null
left join collections c on c.id = cr.collection_id
left join virtual_accounts v on v.id = c.virtual_account_id
left join merchants m on m.id = coalesce(p.merchant_id, cr.merchant_id)
cross join lateral (
  select coalesce(sum(entry.amount), 0)::bigint as fee
  from ledger_journals j
  cross join lateral (
    select e.amount from ledger_accounts a join ledger_entries e on e.account_id = a.id
    where a.merchant_id is null and (a.environment, a.currency, a.kind) = (j.environment, j.currency, 'fees')
      and e.journal_id = j.id
    -- One probe for each journal: as a join this may read all entries of the account.
    limit 1
  ) entry
  where j.subject = coalesce(p.reference, cr.reference)
    -- Once for each payout or credit, however many lines it has.
    and l.kind <> 'reversal'
    and not (p.id is not null and exists (
      select from provider_statement_lines o
      where o.reference = l.reference and o.gateway = l.gateway and o.kind = l.kind and o.id < l.id
    ))
    and not (p.id is null and exists (
      select from provider_statement_lines o
      where o.provider_id = l.provider_id and o.gateway = l.gateway and o.kind = l.kind and o.id < l.id
    ))
) charged
where l.day = :day::date
group by l.gateway, coalesce(p.bank_name, v.bank_name), m.reference, l.currency
order by margin, l.gateway, bank, merchant limit 1000;
