-- Everything that is wrong with the ledger, a row each; empty when all is well. Operators and tests read it.
drop view if exists ledger_drift;
create view ledger_drift as
select 'a balance differs from its entries' as problem, 'account ' || a.id as subject,
  a.balance - coalesce(sum(e.amount), 0) as difference
from ledger_accounts a left join ledger_entries e on e.account_id = a.id
where a.merchant_id is not null
group by a.id
having a.balance <> coalesce(sum(e.amount), 0)
union all
select 'a running balance has a gap', 'entry ' || id, balance_after - previous - amount
from (
  select id, amount, balance_after, coalesce(lag(balance_after) over (partition by account_id order by id), 0) as previous
  from ledger_entries where balance_after is not null
) chain
where balance_after <> previous + amount
union all
select 'a journal does not sum to zero', 'journal ' || j.id, coalesce(sum(e.amount), 0)
from ledger_journals j left join ledger_entries e on e.journal_id = j.id
group by j.id
having coalesce(sum(e.amount), 0) <> 0 or count(e.id) < 2
union all
select 'reserved money differs from unfinished payouts', 'account ' || a.id, a.balance - coalesce(sum(p.amount + p.fee), 0)
from ledger_accounts a
left join payouts p on (p.merchant_id, p.environment, p.currency) = (a.merchant_id, a.environment, a.currency)
  and p.status in ('pending', 'processing')
where a.kind = 'reserved'
group by a.id
having a.balance <> coalesce(sum(p.amount + p.fee), 0);
