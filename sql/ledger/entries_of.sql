-- Returns the entries of a journal: account, amount, and the balance left on a merchant's account. They are on the
-- accounts of the journal's merchant and of the system, in its environment and currency, and are read from there, one
-- by one.
create or replace function entries_of(p_journal ledger_journals)
returns table (account_id bigint, merchant_id bigint, kind text, amount bigint, currency text, balance_after bigint)
language sql stable
begin atomic
  select a.id, a.merchant_id, a.kind, e.amount, e.currency, e.balance_after
  -- Two branches, because an index serves "= x" and "is null" but not both.
  from (
    select m.id, m.merchant_id, m.kind from ledger_accounts m
    where (m.merchant_id, m.environment, m.currency)
      = (p_journal.merchant_id, p_journal.environment, p_journal.currency)
    union all
    select s.id, s.merchant_id, s.kind from ledger_accounts s
    where s.merchant_id is null and (s.environment, s.currency) = (p_journal.environment, p_journal.currency)
  ) a
  cross join lateral (
    select i.amount, i.currency, i.balance_after from ledger_entries i
    where i.account_id = a.id and i.journal_id = p_journal.id
    -- One probe for each account: as a join this may read all entries of an account.
    limit 1
  ) e;
end;
