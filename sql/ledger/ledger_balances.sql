-- The balance of every ledger account in minor units: stored for merchants, summed from the entries for system
-- accounts.
create or replace view ledger_balances as
select a.id as account_id, a.merchant_id, a.environment, a.currency, a.kind,
  coalesce(
    a.balance, (select coalesce(sum(e.amount), 0) from ledger_entries e where e.account_id = a.id)
  )::bigint as balance
from ledger_accounts a;
