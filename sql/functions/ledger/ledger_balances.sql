-- The balance of every account in minor units: a merchant's as kept, a system account's as the sum of its entries.
drop view if exists ledger_balances;
create view ledger_balances as
select a.id as account_id, a.merchant_id, a.environment, a.currency, a.kind,
  coalesce(a.balance, (select coalesce(sum(e.amount), 0) from ledger_entries e where e.account_id = a.id))::bigint as balance
from ledger_accounts a;
