-- Returns what an account held before p_time, in minor units, by its entries up to the journal p_last_journal_id.
create or replace function balance_before(p_account_id bigint, p_time timestamptz, p_last_journal_id bigint)
returns bigint
language sql stable
return coalesce((
  select e.balance_after from ledger_entries e
  where e.account_id = p_account_id and e.journal_id <= least(entry_before(p_account_id, p_time), p_last_journal_id)
  order by e.journal_id desc limit 1
), 0);
